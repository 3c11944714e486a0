import type { BodyOf, OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { toast } from '#web/feedback.ts'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { type candidateDraft, publishCandidates } from '../../../contract/notice.ts'
import { say, sayText } from '../../../methods/say.ts'
import {
  CANDIDATE_CAUSES,
  type CandidateCause,
  candidateChangeText,
  causeLabel,
  CORRECTIONS,
} from '../../../rules/result-change.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import type { StepApproval } from '../approval/step-gate.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import { noticeFault, type NoticeText } from '../notice-text.ts'
import type { OrderDetail } from '../tones.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { BondNotice, findingsOf } from './bond-notice.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { ChangePage } from './change-page.tsx'
import { PublicityDays } from './publicity-days.tsx'
import { FallenCandidates } from './fallen-candidates.tsx'
import { ChangeFields, changeOf, type ChangeValues, NO_CHANGE, submittedChange } from './change-fields.tsx'

/** A buyer cannot correct what a review recommended. */
const CAUSES = (Object.keys(CANDIDATE_CAUSES) as CandidateCause[]).filter((cause) => !CORRECTIONS.includes(cause))

interface Values extends ChangeValues<CandidateCause> {
  excluded: string[]
  days: number
  /** Null: as it follows from the choice. */
  text: NoticeText | null
}

interface CandidateChangeProps {
  order: OrderDetail
  candidates: OutputOf<typeof candidateDraft>
  approval: StepApproval
}

/** Candidates that were publicised are publicised anew, without those that fell away. */
export function CandidateChange({ order, candidates, approval }: CandidateChangeProps) {
  const version = candidates.versions[0]?.version ?? 1
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.candidates.${order.orderId}.${version}`,
    () => submitted ?? { ...NO_CHANGE, excluded: [], days: candidates.publicityDays, text: null },
  )
  const { excluded, days } = values
  const gone = candidates.rows.filter(({ tradeId }) => excluded.includes(tradeId))
  const remaining = candidates.rows
    .filter(({ tradeId }) => !excluded.includes(tradeId))
    .map((row, i) => ({ ...row, rank: i + 1 }))
  const written = writtenOf(order, {
    candidates,
    gone: gone.map((row) => row.supplierName),
    cause: values.cause,
    remaining,
  })
  const text = values.text ?? written
  const fields = { ...candidates.draft.fields, 公示截止时间: `${days} 日期满时` }
  const action = order.actions.find((one) => one.action === 'reCandidate')
  const publish = useLawfulAction(publishCandidates, {
    success: toldOf('候选人变更公示已发布'),
    onDone: useAfterStep('candidates', order, draft),
  })

  const run = async () => {
    if (gone.length === 0) return toast.error('请选择不再作为候选人的供应商')
    if (remaining.length === 0) return toast.error(say(order, '没有其余{won}候选人，请办理流标'))
    const said = changeOf(values, version)
    if (!said) return undefined
    const fault = noticeFault(text, fields, '公示')
    if (fault) return toast.error(fault)
    const content = `${gone.map((row) => row.supplierName).join('、')}不再作为候选人，其余候选人重新公示 ${days} 日，期间可提出异议。发布后不可撤回，确认发布？`
    return confirmStep({ title: '发布候选人变更公示', content, okText: '发布', danger: true }, approval.rule, (held) =>
      publish.run({
        params: { orderId: order.orderId },
        body: {
          title: text.title,
          content: text.content ?? written.content,
          publicityDays: days,
          change: { ...said, excluded },
          ...held,
        },
      }),
    )
  }

  return (
    <ChangePage
      order={order}
      title={action?.label ?? say(order, '重新公示{won}候选人')}
      fact={`现行为第 ${version} 次公示`}
      draft={draft}
      approval={{ step: 'candidates', refused: submitted && approval.refused, onRestore: () => change(submitted!) }}
      publish={{ label: '发布变更公示', busy: publish.busy, reason: action?.reason, run }}
      notice={{
        name: '公示',
        isReady: values.cause !== null && gone.length > 0,
        hint: '选择供应商和变更原因后生成公示正文，可再修改',
        text,
        isEdited: values.text !== null,
        fields,
        onChange: (next) => change({ text: next }),
      }}
    >
      <FallenCandidates
        order={order}
        candidates={candidates}
        value={excluded}
        onChange={(next) => change({ excluded: next })}
      />
      <ChangeFields order={order} causes={CAUSES} value={values} onChange={change} />
      <section className="kb-section">
        <h2>{say(order, '变更后的{won}候选人')}</h2>
        {gone.length === 0 ? (
          <p className="kb-muted">选择不再作为候选人的供应商后，其余候选人依次递补</p>
        ) : (
          <>
            <CandidateTable rows={remaining} />
            <BondNotice findings={findingsOf(candidates.bondFindings, remaining)} />
          </>
        )}
        <PublicityDays
          label="重新公示"
          value={days}
          least={candidates.leastDays}
          onChange={(next) => change({ days: next })}
        >
          不得少于 3 日，期间供应商可以提出异议
        </PublicityDays>
      </section>
    </ChangePage>
  )
}

/** The notice as it follows from what was chosen. */
function writtenOf(
  order: OrderDetail,
  {
    candidates: { notice },
    gone,
    cause,
    remaining,
  }: Pick<CandidateChangeProps, 'candidates'> & {
    gone: string[]
    cause: CandidateCause | null
    remaining: CandidateChangeProps['candidates']['rows']
  },
) {
  const before = { code: notice?.code ?? '', publishedAt: formatTime(notice?.publishedAt ?? null) }
  const fallen = { names: gone, notice: before, cause: cause ? causeLabel(cause) : '……' }
  const rows = remaining.map((row) => ({ ...row, price: formatAmount(row.price) }))
  return {
    title: `${order.title}${say(order, '{won}候选人变更公示')}`,
    content: sayText(order, candidateChangeText(fallen, rows)),
  }
}

function submittedBy(payload: Record<string, unknown> | undefined): Values | null {
  const body = payload as unknown as BodyOf<typeof publishCandidates> | undefined
  if (!body?.change) return null
  const { title, content, publicityDays, change } = body
  return { ...submittedChange(change), excluded: change.excluded, days: publicityDays, text: { title, content } }
}
