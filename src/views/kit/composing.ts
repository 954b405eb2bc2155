/**
 * Is this key part of a conversion (Japanese, Chinese, Korean input)? WebKit has ended the composition when the key that
 * confirms it arrives; the old key code 229 is then the only sign.
 */
export function isComposing(event: KeyboardEvent): boolean {
  const { keyCode } = event as { readonly keyCode: number };
  return event.isComposing || keyCode === 229;
}
