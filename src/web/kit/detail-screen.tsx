import type { ReactNode } from 'react'
import type { AllowedAction } from '#contract/transition.ts'
import type { Loaded } from '../use-call.ts'
import { ActionBar } from './action-bar.tsx'
import { tr } from './labels.ts'
import type { PageHeadProps } from './page-head.tsx'
import { PageHead } from './page-head.tsx'
import { SectionNav } from './section-nav.tsx'
import { ErrorState, Skeleton } from './states.tsx'
import type { Step } from './steps-rail.tsx'
import { StepsRail } from './steps-rail.tsx'

export interface Section {
  /** Anchor in the address: `#quotes`. */
  key: string
  title: string
  /** At the right of the section's title. */
  extra?: ReactNode
  content: ReactNode
}

/** A detail page as data. */
export interface Detail extends Omit<PageHeadProps, 'actions' | 'back'> {
  actions?: AllowedAction[]
  onAction?: (action: string) => void | Promise<unknown>
  /** Buttons that are no transitions (print, copy), left of the actions. */
  extra?: ReactNode
  steps?: Step[]
  /** Something the person must know first. */
  notice?: ReactNode
  sections: (Section | false | null | undefined)[]
  /** Right rail of 300 px: key facts, people, legal calendar. */
  side?: ReactNode
}

interface DetailScreenProps<T> {
  query: Loaded<T>
  back?: { label: string; to: string }
  /** Describes the page from what was loaded. */
  children: (data: T) => Detail
}

/** A detail page: head, steps, sections by anchor, right rail; loading, forbidden, gone and broken states included. */
export function DetailScreen<T>({ query, back, children }: DetailScreenProps<T>) {
  if (query.data === undefined) {
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Skeleton title lines={10} />
    )
  }
  const { actions = [], onAction, extra, steps, notice, sections, side, ...head } = children(query.data)
  const shown = sections.filter((section): section is Section => Boolean(section))
  return (
    <article>
      <PageHead
        {...head}
        {...(back ? { back } : {})}
        actions={
          (extra || actions.length > 0) && (
            <>
              {extra}
              <ActionBar actions={actions} onAction={(action) => onAction?.(action)} />
            </>
          )
        }
      />
      {steps && <StepsRail steps={steps} />}
      {notice}
      <div className="kb-detail-body">
        {shown.length > 2 && <SectionNav sections={shown} />}
        <div className="kb-grow">
          {shown.map((section) => (
            <section key={section.key} id={section.key} className="kb-section" aria-label={tr(section.title)}>
              <h2>
                {tr(section.title)}
                {section.extra && (
                  <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
                    {section.extra}
                  </span>
                )}
              </h2>
              {section.content}
            </section>
          ))}
        </div>
        {side && <aside className="kb-detail-side">{side}</aside>}
      </div>
    </article>
  )
}

/** One block of the right rail. */
export function SideBlock({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="kb-side-block">
      <h3>{tr(title)}</h3>
      {children}
    </section>
  )
}
