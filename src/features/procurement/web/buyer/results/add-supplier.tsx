import { Alert } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { ask } from '#web/feedback.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { addInvitees, orderInvitees, rerunOrder } from '../../../contract/follow-up.ts'
import { orderDetail } from '../../../contract/order.ts'
import { ApprovalPanel } from '#web/kit/approval-panel.tsx'
import { STEPS } from '../approval/audit-pages.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { RefusedPanel, useStepApproval } from '../approval/step-gate.tsx'
import { InviteeDraft } from '../invitees/invitee-draft.tsx'
import { InviteeTable } from '../invitees/invitee-table.tsx'
import { type ChosenSuppliers, SupplierPicker } from '../invitees/supplier-picker.tsx'
import { type Buyer, useBuyer, useOrderPages } from '../use-buyer.ts'
import '../buyer.css'

/** Suppliers asked by name: for a draft, in the running tender, or in a new run after it failed. */
export function Screen() {
  const { orderId = '' } = useParams()
  const params = { orderId }
  // Whose method the words are.
  const order = useCall(orderDetail, { params })
  const at = useBuyer()
  const pages = useOrderPages()
  const navigate = useNavigate()
  const query = useCall(orderInvitees, { params }, { fresh: 0 })
  const add = useAction(addInvitees, { success: toldOf('已发出邀请') })
  const { state, rule } = useStepApproval('invitees', { subjectId: orderId, orderId })
  const rerun = useAction(rerunOrder, {
    success: at.say('已新建{order}草稿，发布后通知所选供应商'),
    onDone: (made) => void navigate(at.form(made)),
  })
  const invite = async (body: ChosenSuppliers) => {
    const content = `将通知 ${body.companyIds.length} 家供应商报名。${MEANINGS[at.method.admission](at)}`
    let isDone = false
    await confirmStep({ title: '发出邀请', content }, rule.data, async (held) => {
      isDone = (await add.run({ params, body: { ...body, ...held } })).ok
    })
    return isDone
  }
  const anew = async (body: ChosenSuppliers) => {
    const content = at.say('将按原{order}新建草稿，时间须重新填写；发布后通知所选供应商。')
    return (await ask({ title: at.say('重新{act}'), content })) && (await rerun.run({ params, body })).ok
  }
  if (!order.data) return <WhenLoaded query={order}>{() => null}</WhenLoaded>
  return (
    <WhenLoaded query={query}>
      {({ mode, blocked, until, rows }) => (
        <>
          <PageHead
            title={mode === 'rerun' ? at.say('重新{act}并追加供应商') : '受邀供应商'}
            back={{ label: at.say('{order}详情'), to: pages('publish.detail') }}
            facts={[order.data.title, mode === 'invite' && `报名截止 ${formatTime(until)}`]}
          />
          {mode === 'invite' && <RefusedPanel step="invitees" refused={state.data?.refused ?? null} />}
          {state.data?.pending ? (
            <ApprovalPanel
              step={STEPS.invitees.label}
              pending={state.data.pending}
              refused={null}
              to={pages(STEPS.invitees.audit)}
            />
          ) : mode === 'closed' ? (
            <Alert className="kb-above-16 kb-below-16" type="info" showIcon title={blocked ?? ''} />
          ) : (
            <section className="kb-section" aria-label="选择供应商">
              {mode === 'draft' ? (
                <InviteeDraft orderId={orderId} onSave={() => Promise.resolve(orderId)} onAdded={() => undefined} />
              ) : (
                <SupplierPicker
                  taken={rows.map((row) => row.companyId)}
                  reason={{ label: '原因', placeholder: at.say('如：首次{act}{bidder}不足三家') }}
                  submit={mode === 'invite' ? '发出邀请' : at.say('新建{order}并追加')}
                  busy={add.busy || rerun.busy}
                  onChoose={mode === 'invite' ? invite : anew}
                />
              )}
            </section>
          )}
          {mode !== 'draft' &&
            (rows.length === 0 ? (
              <EmptyState title="没有受邀供应商" hint={at.say('邀请及理由均有记录，{opening}前不对外公开')} />
            ) : (
              <InviteeTable orderId={orderId} rows={rows} />
            ))}
        </>
      )}
    </WhenLoaded>
  )
}

/** What being asked means. */
const MEANINGS = {
  open: (at: Buyer) => `${at.method.name}不限于受邀者，受邀者与其他供应商条件相同。`,
  invited: (at: Buyer) => at.say('{invitation}随即送达，其他受邀者不会得知。'),
} as const
