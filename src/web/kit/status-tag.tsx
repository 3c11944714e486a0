import { tr } from './labels.ts'

/** What a status means for the reader, not which colour it has. */
export type Tone = 'neutral' | 'active' | 'success' | 'warning' | 'danger'

/** A status by word and colour: text on a tint, with a dot of the same colour. */
export function StatusTag({ label, tone = 'neutral' }: { label: string; tone?: Tone }) {
  return <span className={`kb-tag kb-tag-${tone}`}>{tr(label)}</span>
}
