/** Directives of a strategic merge patch. */
export const DIRECTIVE = '$patch';
export const RETAIN = '$retainKeys';
export const DELETE_FROM = '$deleteFromPrimitiveList/';
export const ORDER = '$setElementOrder/';
