/** How a witness stands: `idle` was not asked yet, `unreachable` does not answer, `refused` says no to our heads. */
export const WITNESS_STATES = {
  cosigning: { label: '见证中', tone: 'success' },
  idle: { label: '待首次见证', tone: 'neutral' },
  unreachable: { label: '无法连接', tone: 'warning' },
  refused: { label: '拒绝见证', tone: 'danger' },
  retired: { label: '已停用', tone: 'neutral' },
} as const
export type WitnessState = keyof typeof WITNESS_STATES

/** More witnesses a notice does not name. */
export const MOST_WITNESSES = 20

/** An address of a witness: http or https, no credentials, no query, no fragment; without the last stroke. Null: it is none. */
export function witnessUrl(text: string): string | null {
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return null
  if (url.username || url.password || url.search || url.hash) return null
  return url.href.replace(/\/$/, '')
}
