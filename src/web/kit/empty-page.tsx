import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'
import { EmptyState } from './states.tsx'

interface EmptyPageProps {
  /** What the page would have been. */
  head: string
  /** Where it belongs: nobody is left without a way back. */
  back?: { label: string; to: string }
  title: string
  hint?: string
  action?: ReactNode
}

/** A whole page with nothing on it yet: its head stays, and says where one is. */
export function EmptyPage({ head, back, ...state }: EmptyPageProps) {
  return (
    <>
      <PageHead title={head} {...(back ? { back } : {})} />
      <EmptyState {...state} />
    </>
  )
}
