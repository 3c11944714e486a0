import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useKept } from '../kept.ts'
import { tr } from './labels.ts'

interface FewRowsProps<R> {
  rows: readonly R[]
  /** How many stand there before the rest is asked for. */
  most: number
  /** Under which the choice is kept while the page is left and found again. */
  name: string
  children: (rows: readonly R[]) => ReactNode
}

/** The first few rows of what stands beside the matter of a page, and the rest when asked for. */
export function FewRows<R>({ rows, most, name, children }: FewRowsProps<R>) {
  const [isWhole, setWhole] = useKept(`few-rows.${name}`, false)
  const rest = rows.length - most
  return (
    <>
      {children(isWhole ? rows : rows.slice(0, most))}
      {rest > 0 && (
        <Button type="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? tr('收起') : `${tr('显示其余')} ${rest} ${tr('项')}`}
        </Button>
      )}
    </>
  )
}
