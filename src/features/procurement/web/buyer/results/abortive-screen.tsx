import { Alert, Button, Input } from 'antd'
import { useId } from 'react'
import { Navigate, useParams } from 'react-router'
import { toast } from '#web/feedback.ts'
import { DraftState, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { declareAbortive, orderDetail } from '../../../contract/order.ts'
import type { RichNode } from '../../../rules/rich-text.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import type { StepApproval } from '../approval/step-gate.tsx'
import { RefusedPanel, StepGate } from '../approval/step-gate.tsx'
import { MarkedEditor, TextProblems } from '../notice-editor.tsx'
import { useNoticeFields } from '../use-notice-fields.ts'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { orderTone } from '../tones.ts'
import '../buyer.css'

interface Values {
  reason: string
  content: RichNode | null
}

/** Declares an order abortive: the reason, its notice, and what follows. */
export function Screen() {
  const pages = useOrderPages()
  const { orderId = '' } = useParams()
  const query = useCall(orderDetail, { params: { orderId } })
  return (
    <WhenLoaded query={query}>
      {(order) =>
        order.isAbortive ? (
          <Navigate to={pages('abortive.detail')} replace />
        ) : (
          <StepGate step="abortive" order={order}>
            {(approval) => <Abortive order={order} approval={approval} />}
          </StepGate>
        )
      }
    </WhenLoaded>
  )
}

function Abortive({ order, approval }: { order: OrderDetail; approval: StepApproval }) {
  const id = useId()
  const pages = useOrderPages()
  const submitted = approval.refused?.payload as unknown as Values | undefined
  const fields = useNoticeFields(order.orderId)
  const { draft, values, change } = useDraftValues<Values>(
    `procurement.abortive.${order.orderId}`,
    () => submitted ?? { reason: '', content: null },
  )
  const declare = useAction(declareAbortive, {
    success: toldOf('已宣布流标并发布公告'),
    onDone: useAfterStep('abortive', order, draft),
  })
  const action = order.actions.find((one) => one.action === 'declareAbortive')
  const run = async () => {
    if (values.reason.trim().length < 5) return toast.error('请填写流标原因，不少于 5 个字')
    const content = action?.confirm ?? '确认宣布流标？'
    const question = { title: '宣布流标', content, okText: '宣布流标', danger: true }
    await confirmStep(question, approval.rule, (held) => {
      const body = { reason: values.reason.trim(), content: isBlank(values.content) ? null : values.content, ...held }
      return declare.run({ params: { orderId: order.orderId }, body })
    })
  }
  return (
    <article>
      <PageHead
        title="流标处理"
        status={<StatusTag label={order.stage} tone={orderTone(order)} />}
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[<DraftState key="draft" draft={draft} />]}
        actions={
          action && (
            <Button
              danger
              type="primary"
              loading={declare.busy}
              disabled={action.reason !== undefined}
              title={action.reason}
              onClick={() => void run()}
            >
              宣布流标
            </Button>
          )
        }
      />
      <OrderLine order={order} />
      <RefusedPanel
        step="abortive"
        refused={approval.refused}
        onRestore={() => change({ reason: submitted!.reason, content: submitted!.content })}
      />
      <Alert
        className="kb-above-16 kb-below-16"
        type="warning"
        showIcon
        title={say(order, '流标后该{order}终止，不可恢复')}
        description={[
          '系统立即发布流标公告并通知全部参与供应商',
          ...(methodOf(order.method).offers === 'sealed' ? [say(order, '未开启的{bid}不再解密')] : []),
        ]
          .join('；')
          .concat(say(order, '。可从流标详情发起重新{act}，内容自动带入。'))}
      />
      <section className="kb-section">
        <h2>流标原因</h2>
        <label htmlFor={id} className="kb-said">
          流标原因
        </label>
        <Input.TextArea
          id={id}
          rows={4}
          maxLength={2000}
          showCount
          value={values.reason}
          placeholder="将写入流标公告"
          onChange={(event) => change({ reason: event.target.value })}
        />
        <p className="kb-flex kb-gap-6 kb-wrap kb-above-20 kb-below-8">
          {methodOf(order.method).failures.map((reason) => (
            <Button key={reason} size="small" onClick={() => change({ reason })}>
              {reason}
            </Button>
          ))}
        </p>
      </section>
      <section className="kb-section">
        <h2>公告正文（可选）</h2>
        <p className="kb-section-hint kb-hint">不填写时，系统按流标原因生成公告。</p>
        <MarkedEditor
          label="流标公告正文"
          value={values.content}
          onChange={(content) => change({ content })}
          fields={fields}
        />
        <TextProblems text={values} fields={fields} />
      </section>
    </article>
  )
}
