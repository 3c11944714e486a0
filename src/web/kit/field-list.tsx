import type { ReactNode } from 'react'
import { tr } from './labels.ts'

export interface FieldItem {
  label: string
  value: ReactNode
  /** Takes the whole width. */
  wide?: boolean
}

/** Label and value pairs of a record; empty values are shown as `-`. */
export function FieldList({
  items,
  columns = 2,
}: {
  items: (FieldItem | false | '' | null | undefined)[]
  columns?: 1 | 2 | 3
}) {
  return (
    <dl className={`kb-fields kb-fields-${columns}`}>
      {items.map(
        (item) =>
          item && (
            <div
              key={item.label}
              className={
                item.wide ? 'kb-field kb-flex kb-gap-12 kb-pad-y-8 kb-span' : 'kb-field kb-flex kb-gap-12 kb-pad-y-8'
              }
            >
              <dt>{tr(item.label)}</dt>
              <dd>{item.value === '' || item.value == null ? '-' : item.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
