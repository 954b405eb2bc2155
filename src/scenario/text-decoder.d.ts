/** The one piece of the platform that reading bytes needs; both browsers' workers and Node have it. */
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean; ignoreBOM?: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}
