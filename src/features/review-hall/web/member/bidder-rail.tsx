import { formatAmount } from '#contract/money.ts'
import { toast } from '#web/feedback.ts'
import { useAction } from '#web/use-call.ts'
import { proposeWaste } from '../../contract/expert.ts'
import { askRejection } from './reject-dialog.tsx'
import type { Bidder, MemberProject, Way } from '../review-data.ts'
import type { SheetModel } from '../sheet/use-sheet.ts'

interface BidderRailProps {
  project: MemberProject
  way: Way
  model: SheetModel
  current: string
  onChoose: (bidderId: string) => void
}

/** All bidders with the own progress in this way; the one being read is marked. */
export function BidderRail({ project, way, model, current, onChoose }: BidderRailProps) {
  const propose = useAction(proposeWaste, { success: '已提出，请全体评委表决' })
  const bidder = project.bidders.find((b) => b.bidderId === current)
  const may = bidder && !bidder.rejection && !project.conclusion && way.status !== 0
  const isOpen = project.motions.some((m) => m.state === 0 && m.bidderId === current)
  return (
    <aside className="rv-rail kb-column" aria-label="投标人">
      <ul className="kb-grow kb-scroll">
        {project.bidders.map((b) => (
          <li key={b.bidderId}>
            <button type="button" aria-current={b.bidderId === current} onClick={() => onChoose(b.bidderId)}>
              <span className="kb-clamp kb-size-13">
                {b.no}. {b.supplierName}
              </span>
              <span className="rv-rail-facts kb-above-4 kb-row kb-wrap kb-gap-6 kb-note">
                <span>{b.quote === null ? '报价未开启' : formatAmount(b.quote)}</span>
                <State bidder={b} model={model} />
              </span>
            </button>
          </li>
        ))}
      </ul>
      {may && (
        <button
          type="button"
          className="rv-reject kb-size-13 kb-fixed kb-rule-top kb-bad"
          onClick={() => {
            if (isOpen) return toast.warning('该投标已有待表决的否决提议')
            askRejection(bidder, async (body) => {
              const params = { projectId: project.projectId, bidderId: bidder.bidderId }
              return (await propose.run({ params, body })).ok
            })
          }}
        >
          提议否决该投标
        </button>
      )}
    </aside>
  )
}

function State({ bidder, model }: { bidder: Bidder; model: SheetModel }) {
  if (bidder.rejection)
    return (
      <em className="kb-bad" title={`${bidder.rejection.reason}（${bidder.rejection.rule}）`}>
        已否决
      </em>
    )
  const items = model.grid.items.length
  if (items === 0 || !model.grid.bidders.includes(bidder.bidderId)) return <Doubts bidder={bidder} />
  const filled = model.filled(bidder.bidderId)
  return (
    <>
      <Doubts bidder={bidder} />
      <span
        className={`kb-nowrap ${filled === items ? 'kb-good' : ''}`}
        aria-label={`已评 ${filled} 项，共 ${items} 项`}
      >
        {filled === items ? '✓ ' : ''}
        {filled}/{items}
      </span>
    </>
  )
}

function Doubts({ bidder }: { bidder: Bidder }) {
  return (
    <>
      {bidder.overControlPrice && <em className="kb-warn kb-nowrap">超限价</em>}
      {bidder.bond?.isFault && (
        <em className="kb-warn kb-nowrap" title={bidder.bond.detail}>
          保证金{bidder.bond.label}
        </em>
      )}
    </>
  )
}
