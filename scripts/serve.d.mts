export function serve(options: { port: number; isolated?: boolean }): Promise<string>;
