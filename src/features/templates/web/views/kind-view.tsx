import { Suspense, lazy, useRef } from 'react'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { Skeleton } from '#web/kit/states.tsx'
import { PLACEHOLDER_MARKS, type TextMarks, useTextMarks } from '#web/kit/text-marks.ts'
import type { ContentOf } from '../../contract/content.ts'
import type { TemplateKind } from '../../rules/kinds.ts'
import { SECTION_LABELS } from '../../rules/words.ts'

const Tables = lazy(() => import('./tables.tsx').then((m) => ({ default: m.TableView })))
const AvatarStage = lazy(() => import('../avatar/stage.tsx').then((m) => ({ default: m.AvatarStage })))

interface KindViewProps {
  kind: TemplateKind
  content: ContentOf
  /** It has been filled: what is still open is missing. */
  filled?: boolean
}

/** Placeholders of a text that nobody has filled yet, and need not have. */
const OPEN_MARKS: TextMarks = { 'kb-placeholder-known': /\{\{[^{}]*\}\}/g }

/** A content as its readers will see it; placeholders that are still in it are marked. */
export function KindView({ kind, content, filled = false }: KindViewProps) {
  const ref = useRef<HTMLDivElement>(null)
  useTextMarks(ref, filled ? PLACEHOLDER_MARKS : OPEN_MARKS)
  return (
    <div ref={ref} className="kb-shrink">
      <Suspense fallback={<Skeleton lines={6} />}>
        <View kind={kind} content={content} />
      </Suspense>
    </div>
  )
}

function View({ kind, content }: { kind: TemplateKind; content: ContentOf }) {
  switch (kind) {
    case 'notice':
    case 'integrity-commitment': {
      const { title, body } = content as ContentOf<'notice'>
      return (
        <div className="tpl-paper kb-reading kb-box-16">
          <h3 className="kb-size-16 kb-below-12 kb-text-centre">{title || '（无标题）'}</h3>
          <RichTextView value={body} />
        </div>
      )
    }
    case 'review-report':
      return (
        <div className="tpl-paper kb-reading kb-box-16">
          <h3 className="kb-size-16 kb-below-12 kb-text-centre">评标报告</h3>
          {(content as ContentOf<'review-report'>).sections.map(({ key, title, intro }, i) => (
            <section key={i}>
              <h4 className="kb-size-14 kb-above-12 kb-below-8">
                {ordinal(i)}、{title}
              </h4>
              <RichTextView value={intro} />
              {key !== 'text' && <p className="tpl-record kb-hint">〔{SECTION_LABELS[key]}：由评审记录生成〕</p>}
            </section>
          ))}
        </div>
      )
    case 'ai-avatar':
      return <AvatarStage content={content as ContentOf<'ai-avatar'>} />
    case 'material':
    case 'selection':
    case 'demands-parameter':
      return <Tables kind={kind} content={content} />
  }
}

/** 一 … 三十: what chapters are counted by. */
function ordinal(index: number): string {
  const digits = '一二三四五六七八九'
  const n = index + 1
  const ones = n % 10 === 0 ? '' : digits[(n % 10) - 1]!
  if (n < 10) return ones
  return `${n < 20 ? '' : digits[Math.floor(n / 10) - 1]!}十${ones}`
}
