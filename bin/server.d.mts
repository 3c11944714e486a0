export const SERVER: {
  readonly script: string
  readonly args: string[]
  readonly env: Readonly<Record<string, string>>
}
