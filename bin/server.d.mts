export const SERVER: { readonly args: string[]; readonly env: Readonly<Record<string, string>> }
