const SOURCES = {
  certification: '企业认证资料',
  library: '供应商库',
  'sign-up': '上次报名资料',
  recruit: '供应商征集申请',
} as const

interface Kept {
  kind: string
  sha256: string
  source: keyof typeof SOURCES
}

/** Kept documents of one kind that are not among the files given yet, with where they come from in words. */
export function offeredOf<K extends Kept>(
  rows: readonly K[],
  { kind, value }: { kind: string; value: readonly { sha256?: string | null | undefined }[] },
): (K & { from: string })[] {
  return rows
    .filter((one) => one.kind === kind && !value.some(({ sha256 }) => sha256 === one.sha256))
    .map((one) => ({ ...one, from: SOURCES[one.source] }))
}
