import { tr } from './labels.ts'

/** What a status means for the reader, not which colour it has. */
export type Tone = 'neutral' | 'active' | 'success' | 'warning' | 'danger'

/** A status by word and colour: text on a tint, with a dot of the same colour. */
export function StatusTag({ label, tone = 'neutral' }: { label: string; tone?: Tone }) {
  return <span className={`kb-tag kb-tag-${tone}`}>{tr(label)}</span>
}

/** A status with what is to be known of it underneath. */
export function NotedTag({ label, tone, notes }: { label: string; tone: Tone; notes: readonly string[] }) {
  return (
    <span className="kb-stack kb-gap-4 kb-items-start">
      <StatusTag label={label} tone={tone} />
      {notes.map((note) => (
        <small key={note} className="kb-muted">
          {note}
        </small>
      ))}
    </span>
  )
}
