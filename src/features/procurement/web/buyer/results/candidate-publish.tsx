import { Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { DAY, formatTime } from '#contract/time.ts'
import { clock } from '#web/clock.ts'
import { toast } from '#web/feedback.ts'
import { DraftState } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { type candidateDraft, publishCandidates } from '../../../contract/notice.ts'
import { say } from '../../../methods/say.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { RefusedPanel, type StepApproval } from '../approval/step-gate.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import { NoticeEditor } from '../notice-editor.tsx'
import { noticeFault, type NoticeText } from '../notice-text.ts'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { useOrderPages } from '../use-buyer.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { BondNotice } from './bond-notice.tsx'
import { CandidateTable } from './candidate-table.tsx'
import { PublicityDays } from './publicity-days.tsx'

/** What a publication that was handed in for approval carried, and a draft holds. */
type Values = NoticeText & { publicityDays: number }

interface CandidatePublishProps {
  order: OrderDetail
  candidates: OutputOf<typeof candidateDraft>
  approval: StepApproval
}

/** The ranked candidates before they are publicised. */
export function CandidatePublish({ order, candidates, approval }: CandidatePublishProps) {
  const pages = useOrderPages()
  const submitted = approval.refused?.payload as Values | undefined
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.candidates.${order.orderId}.0`,
    () => submitted ?? { ...candidates.draft, publicityDays: candidates.publicityDays },
  )
  const days = values.publicityDays
  const end: FieldValues = days === candidates.publicityDays ? {} : { 公示截止时间: `${days} 日期满时` }
  const fields = { ...candidates.draft.fields, ...end }
  const publish = useLawfulAction(publishCandidates, {
    success: toldOf('候选人公示已发布'),
    onDone: useAfterStep('candidates', order, draft),
  })
  const run = async () => {
    const fault = noticeFault(values, fields, '公示')
    if (fault) return toast.error(fault)
    const question = `公示 ${days} 日，期间供应商可提出异议；异议未答复前不能定标。确认发布？`
    return confirmStep({ title: '发布候选人公示', content: question, okText: '发布' }, approval.rule, (held) => {
      const { title } = values
      const content = values.content ?? candidates.draft.content
      return publish.run({ params: { orderId: order.orderId }, body: { title, content, publicityDays: days, ...held } })
    })
  }
  return (
    <article>
      <PageHead
        title="发布候选人公示"
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[<DraftState key="draft" draft={draft} />]}
        actions={
          <Button
            type="primary"
            loading={publish.busy}
            disabled={candidates.rows.length === 0}
            onClick={() => void run()}
          >
            发布公示
          </Button>
        }
      />
      <OrderLine order={order} />
      <RefusedPanel step="candidates" refused={approval.refused} onRestore={() => change(submitted!)} />
      <section className="kb-section">
        <h2>评审结果</h2>
        <CandidateTable rows={candidates.rows} />
        <BondNotice findings={candidates.bondFindings} />
      </section>
      <section className="kb-section">
        <h2>公示期</h2>
        <PublicityDays
          label="公示"
          value={days}
          least={candidates.leastDays}
          onChange={(next) => change({ publicityDays: next })}
        >
          不得少于 3 日（《招标投标法实施条例》第五十四条）；现在发布，约至{' '}
          {formatTime(clock.now() + days * DAY).slice(0, 10)} 期满
        </PublicityDays>
      </section>
      <section className="kb-section">
        <h2>公示内容</h2>
        <NoticeEditor label="公示" value={values} onChange={change} fields={fields} />
      </section>
    </article>
  )
}
