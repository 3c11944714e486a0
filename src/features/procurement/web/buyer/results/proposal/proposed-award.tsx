import { Link } from 'react-router'
import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { publishWinner, type winnerDetail } from '../../../../contract/notice.ts'
import { methodOf } from '../../../../methods/all.ts'
import { say, sayText } from '../../../../methods/say.ts'
import { withAwards } from '../../../../rules/award-text.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import type { StepApproval } from '../../approval/step-gate.tsx'
import { useAfterStep } from '../../approval/use-after-step.ts'
import { noticeFault, type NoticeText } from '../../notice-text.ts'
import type { OrderDetail } from '../../tones.ts'
import { useLawfulAction } from '../../use-lawful-action.ts'
import { PublishesLines } from '../publishes-lines.tsx'
import { useOrderPages } from '../../use-buyer.ts'
import { BondNotice, findingsOf } from '../bond-notice.tsx'
import { ChangePage } from '../change-page.tsx'
import { Objections } from '../../objections/order-objections.tsx'
import { Winners } from '../winners.tsx'

type Award = OutputOf<typeof winnerDetail>

interface Values {
  publishesLines: boolean
  /** Null: as it follows from the proposal. */
  text: NoticeText | null
}

interface ProposedAwardProps {
  order: OrderDetail
  award: Award
  proposal: NonNullable<Award['proposal']>
  approval: StepApproval
}

/** The award of what was publicised: nothing is chosen any more, the result is told. */
export function ProposedAward({ order, award, proposal, approval }: ProposedAwardProps) {
  const pages = useOrderPages()
  const { winner } = methodOf(order.method).words
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.proposed-award.${order.orderId}.${proposal.decidedAt}`,
    () => submitted ?? { publishesLines: false, text: null },
  )
  const written = writtenOf(order, { award, proposal, hasLines: values.publishesLines })
  const text = values.text ?? written
  const { fields } = award.draft
  const action = order.actions.find((one) => one.action === 'award')
  const again = order.actions.find((one) => one.action === 'reCandidate')
  const publish = useLawfulAction(publishWinner, {
    success: toldOf(say(order, '{won}结果已发布')),
    onDone: useAfterStep('winner', order, draft),
  })
  const run = async () => {
    const fault = noticeFault(text, fields, '公告')
    if (fault) return toast.error(fault)
    const names = proposal.winners.map(({ supplierName, price }) => `${supplierName} ${formatAmount(price)} 元`)
    const content = `${winner}：${names.join('；')}。发布后不可更改，${say(order, '{winner}应{duty}')}。确认定标？`
    return confirmStep({ title: `确定${winner}`, content, okText: '定标并发布' }, approval.rule, (held) =>
      publish.run({
        params: { orderId: order.orderId },
        body: {
          publishesLines: values.publishesLines,
          title: text.title,
          content: text.content ?? written.content,
          ...held,
        },
      }),
    )
  }
  return (
    <ChangePage
      order={order}
      title={`确定${winner}`}
      fact={award.publicityEnd ? `公示至 ${formatTime(award.publicityEnd)}` : ''}
      draft={draft}
      approval={{ step: 'winner', refused: submitted && approval.refused, onRestore: () => change(submitted!) }}
      publish={{
        label: '定标并发布结果',
        busy: publish.busy,
        disabled: action === undefined,
        reason: action?.reason ?? award.blocked ?? undefined,
        run,
      }}
      notice={{
        name: '公告',
        heading: say(order, '{won}结果公告'),
        isReady: true,
        hint: '',
        text,
        isEdited: values.text !== null,
        fields,
        onChange: (next) => change({ text: next }),
      }}
    >
      <Winners award={proposal} />
      <section className="kb-section">
        <p className="kb-muted">
          {say(order, '按{publicity}的内容定标。')}
          {again && (
            <>
              需要变更的，请先<Link to={pages('candidates.change')}>{again.label}</Link>。
            </>
          )}
        </p>
        <BondNotice findings={findingsOf(award.bondFindings, proposal.winners)} />
        {proposal.winners.some(({ lines }) => lines.length > 0) && (
          <PublishesLines value={values.publishesLines} onChange={change} />
        )}
      </section>
      <section className="kb-section">
        <h2>异议</h2>
        <Objections orderId={order.orderId} />
      </section>
    </ChangePage>
  )
}

/** The notice as it follows from the proposal. */
function writtenOf(
  order: OrderDetail,
  { award, proposal, hasLines }: Pick<ProposedAwardProps, 'award' | 'proposal'> & { hasLines: boolean },
) {
  const parts = proposal.winners.map(({ supplierName, price, lines }) => ({
    supplierName,
    price,
    lines: lines.flatMap(({ itemId, ...line }) => (itemId === null ? [] : [{ ...line, itemId }])),
  }))
  const items = [
    ...proposal.winners.flatMap(({ lines }) =>
      lines.map(({ itemId, line, name, spec, unit }) => ({
        itemId: itemId ?? '',
        line,
        name: name ?? '',
        spec: spec ?? '',
        unit: unit ?? '',
      })),
    ),
    ...proposal.items.map(({ itemId, line, name, unit }) => ({ itemId, line, name, spec: '', unit })),
  ]
  const unbought = proposal.items
    .filter(({ unboughtReason }) => unboughtReason !== '')
    .map(({ itemId, unbought: quantity, unboughtReason: reason }) => ({ itemId, quantity, reason }))
  const { title, content } = award.draft
  return {
    title,
    content: sayText(order, withAwards(content, { parts, unbought, items: items.toReversed(), hasLines })),
  }
}

/** What an award that was handed in for approval carried, as this page holds it. */
function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  if (!payload) return null
  const { title, content, publishesLines = false } = payload as unknown as BodyOf<typeof publishWinner>
  return { publishesLines, text: { title, content } }
}
