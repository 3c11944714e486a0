export function install(): Promise<void>
export function isInstalled(root: string): boolean
