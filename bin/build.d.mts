export type Part = 'web' | 'server' | 'processes'
export function build(): Promise<void>
export function buildPart(part: Part): Promise<void>
export function fingerprintOf(root: string, part: Part): string
