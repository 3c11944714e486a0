import { useEffect, useRef, useState } from 'react'
import type { CallError } from '#web/call.ts'
import { toast } from '#web/feedback.ts'
import { useKept } from '#web/kept.ts'
import { ActionBar } from '#web/kit/action-bar.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { lazyPart } from '#web/lazy-part.tsx'
import { useAction } from '#web/use-call.ts'
import { submitWay } from '../../contract/expert.ts'
import { ReviewerTaskStatus, WaySummaryStatus } from '#features/evaluation/rules/enums.ts'
import type { PageMark } from '../files/page-marks.ts'
import type { MemberProject, Way } from '../review-data.ts'
import { WarningList } from '../results/warning-list.tsx'
import { SaveState, ScoreSheet } from '../sheet/score-sheet.tsx'
import type { SheetModel } from '../sheet/use-sheet.ts'

const ProgressList = lazyPart(
  () => import('../results/progress-list.tsx').then((m) => m.ProgressList),
  <Skeleton lines={6} />,
)
const MotionList = lazyPart(() => import('./motion-list.tsx').then((m) => m.MotionList), <Skeleton lines={6} />)

type Tab = 'sheet' | 'progress' | 'motions'

interface SidePaneProps {
  project: MemberProject
  way: Way
  model: SheetModel
  bidderId: string
  onBidder: (bidderId: string) => void
  error: CallError | null
  refetch: () => void
  onTurn: (pages: number) => void
  marks: readonly PageMark[]
  onMark: ((itemId: string) => void) | undefined
  onOpenMark: (mark: PageMark) => void
}

/** The right column: own sheet, everybody's progress (no marks), motions. */
export function SidePane(props: SidePaneProps) {
  const { project, way, model } = props
  const open = project.motions.filter((m) => m.state === 0)
  const [tab, setTab] = useKept<Tab>(`review.side.${project.projectId}`, 'sheet')
  const tabs: readonly [Tab, string][] = [
    ['sheet', model.needed > 0 ? `我的评审 ${model.filled()}/${model.needed}` : '我的评审'],
    ['progress', way.reviewers > 0 ? `进度 ${way.submitted}/${way.reviewers}` : '进度'],
    ['motions', open.length > 0 ? `待表决 ${open.length}` : '表决'],
  ]
  return (
    <section className="rv-side kb-column kb-shrink" aria-label="评审">
      <div
        className="rv-tabs rv-side-tabs kb-flex kb-fixed kb-scroll-x kb-rule kb-ground"
        role="group"
        aria-label="评审内容"
      >
        {tabs.map(([key, label]) => (
          <button
            key={key}
            type="button"
            aria-pressed={tab === key}
            className={`kb-tab kb-ellipsis kb-size-13 ${key === 'motions' && open.length > 0 ? 'kb-bad' : ''}`}
            onClick={() => setTab(key)}
          >
            {label}
          </button>
        ))}
      </div>
      {tab === 'sheet' ? (
        <SheetPane {...props} />
      ) : (
        <div className="rv-side-scroll kb-grow kb-squeeze kb-scroll">
          {tab === 'progress' ? (
            <ProgressList projectId={project.projectId} wayId={way.wayId} />
          ) : (
            <MotionList project={project} />
          )}
        </div>
      )}
    </section>
  )
}

function SheetPane(props: SidePaneProps) {
  const { project, way, model, bidderId, error, refetch } = props
  const failed = error !== null && !model.desk.knows(bidderId)
  const foot = useRef<HTMLDivElement>(null)
  const params = { projectId: project.projectId, wayId: way.wayId }
  const submit = useAction(submitWay, {
    success: '已提交',
  })
  const bidder = project.bidders.find((b) => b.bidderId === bidderId)
  const words = notice({ way, model, rejected: bidder?.rejection != null })
  const odd = model.sheet.warnings
  const act = async () => {
    if (model.view.problems > 0) return toast.warning('存在填写有误的评审项，请更正后提交')
    if (!(await model.desk.queue.flush())) return toast.error('尚有内容未能保存，请稍后再提交')
    await submit.run({ params })
  }
  const shown = model.sheet.actions.filter((a) => a.action === 'submit')
  // After the last cell the focus goes to the button, which can be pressed once the server has everything.
  const [complete, setComplete] = useState(false)
  const ready = model.view.unsaved === 0 && shown.some((a) => a.reason === undefined)
  useEffect(() => {
    if (!complete || !ready) return
    setComplete(false)
    foot.current?.querySelector<HTMLElement>('.kb-actions button')?.focus()
  }, [complete, ready])
  return (
    <>
      <div className="rv-side-head kb-fixed kb-rule">
        <b className="kb-ellipsis kb-block" title={bidder?.supplierName}>
          {bidder?.no}. {bidder?.supplierName}
        </b>
        {words && <p className="kb-hint">{words}</p>}
      </div>
      <div className="rv-side-scroll kb-grow kb-squeeze kb-scroll">
        {failed && <ErrorState error={error} onRetry={refetch} />}
        {!failed && model.grid.bidders.includes(bidderId) && model.grid.items.length > 0 && (
          <ScoreSheet
            {...props}
            onComplete={() => {
              setComplete(true)
              void model.desk.queue.flush()
            }}
          />
        )}
        {bidder?.rejection && (
          <dl className="rv-rejection">
            <dt className="kb-size-12">否决原因</dt>
            <dd className="kb-below-8">{bidder.rejection.reason}</dd>
            <dt className="kb-size-12">依据</dt>
            <dd className="kb-below-8">{bidder.rejection.rule}</dd>
          </dl>
        )}
      </div>
      {model.grid.items.length > 0 && (
        <div className="rv-side-foot kb-fixed kb-rule-top" ref={foot}>
          {odd.length > 0 && !model.locked && (
            <div className="rv-side-warn kb-span">
              <WarningList warnings={odd} label="提交前请核对" />
            </div>
          )}
          <SaveState model={model} />
          <ActionBar actions={shown} onAction={act} />
          {!model.locked && (
            <p className="rv-keys kb-note kb-span">
              <span className="kb-inline-block kb-after-8">
                <kbd>Enter</kbd> 下一未评
              </span>
              <span className="kb-inline-block kb-after-8">
                <kbd>↑↓</kbd> 上下项
              </span>
              <span className="kb-inline-block kb-after-8">
                <kbd>Ctrl ↑↓</kbd> 换投标人
              </span>
              <span className="kb-inline-block kb-after-8">
                <kbd>PgUp/Dn</kbd> 翻页
              </span>
            </p>
          )}
        </div>
      )}
    </>
  )
}

/** Why nothing can be entered now, in words; '' while it can. */
function notice({ way, model, rejected }: { way: Way; model: SheetModel; rejected: boolean }): string {
  const S = WaySummaryStatus.values
  if (rejected) return '该投标已被否决，不再评审。'
  if (way.status === S.notStarted) return '前面的评审项汇总后，本项开始评审。可先阅读投标文件。'
  if (way.isAutomatic) return '本项由系统按采购文件规定的公式计算，组长汇总后公布结果与计算过程。'
  if (way.status === S.summarised) return '本项已汇总。'
  if (model.sheet.status === ReviewerTaskStatus.values.submitted)
    return way.submitted < way.reviewers ? '您已提交本项评审，等待其他评委提交。' : '全体评委已提交，等待组长汇总。'
  return ''
}
