export function build(options?: { force?: boolean }): Promise<void>
export function fingerprintOf(root: string): string
