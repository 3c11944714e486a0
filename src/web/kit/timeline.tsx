import type { ReactNode } from 'react'
import { tr } from './labels.ts'
import { TimeText } from './values.tsx'

export interface TimelineItem {
  key: string
  at: string | null
  title: ReactNode
  text?: ReactNode
  state?: 'done' | 'now' | 'next' | 'danger'
}

/** What happened or will happen, in the order given. */
export function Timeline({ items }: { items: TimelineItem[] }) {
  return (
    <ol className="kb-timeline">
      {items.map((item) => (
        <li key={item.key} className={`kb-timeline-${item.state ?? 'done'}`}>
          <span>{typeof item.title === 'string' ? tr(item.title) : item.title}</span>
          {item.at && (
            <span className="kb-note kb-block">
              <TimeText at={item.at} absolute />
            </span>
          )}
          {item.text && <div className="kb-soft">{item.text}</div>}
        </li>
      ))}
    </ol>
  )
}
