import { Alert, Button, Checkbox } from 'antd'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { ApprovalPanel } from '#web/kit/approval-panel.tsx'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { orderDetail, publishCheck, publishOrder } from '../../../contract/order.ts'
import { methodFor, methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { isAnnounced } from '../../../steps/publicity/terms.ts'
import { NoticeKind, PurchaseMethod } from '../../../rules/enums.ts'
import { useBuyer, useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import { STEPS } from '../approval/audit-pages.ts'
import { RefusedPanel, useStepApproval } from '../approval/step-gate.tsx'
import { MarkedList } from '#web/kit/marked-list.tsx'
import { LawSummary, LegalFindings } from '../legal-findings.tsx'
import { MarkedText } from '../notice-editor.tsx'
import { type Problem, Problems, problemsIn } from '../order-form/problems.tsx'
import { buyersOf } from '../order-form/step-buyers.ts'
import type { OrderDetail } from '../tones.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { useNoticeFields } from '../use-notice-fields.ts'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { ScheduleList } from './schedule-list.tsx'
import '../buyer.css'
import '../notices.css'

/** The announcement as the public will see it, what publishing does, and the publication itself. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(orderDetail, { params: { orderId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(order) => <Preview order={order} />}</WhenLoaded>
}

function Preview({ order }: { order: OrderDetail }) {
  const at = useBuyer()
  const pages = useOrderPages()
  const navigate = useNavigate()
  const [accepted, setAccepted] = useState(false)
  const [problems, setProblems] = useState<Problem[]>([])
  const publish = useLawfulAction(publishOrder, {
    success: toldOf(say(order, '{notice}已发布')),
    onDone: useAfterStep('announcement', order),
  })
  const { state, knowRule } = useStepApproval('announcement', { subjectId: order.orderId, orderId: order.orderId })
  const pending = state.data?.pending ?? null
  const action = pending ? undefined : order.actions.find((one) => one.action === 'publish')
  const broken = order.findings.filter((finding) => !finding.ok)
  const blocks = broken.filter((finding) => finding.severity === 'block')
  const warnings = broken.length - blocks.length

  // What is about the project itself is put right there.
  const fix = (path: readonly (string | number)[]) =>
    void navigate(path[0] === 'project' ? at.project(order.projectId) : `${at.form(order)}#${path.join('.')}`)
  const run = async () => {
    const question = { title: say(order, '发布{notice}'), content: action?.confirm ?? '确认发布？', okText: '发布' }
    await confirmStep(question, await knowRule(), async (held) => {
      const body = { acceptWarnings: accepted, ...held }
      const outcome = await publish.run({ params: { orderId: order.orderId }, body })
      if (!outcome || outcome.ok) return
      setProblems(problemsIn(outcome.error.details))
      window.scrollTo({ top: 0 })
    })
  }
  const cannot =
    blocks.length > 0 ? '存在不符合法定程序的事项' : warnings > 0 && !accepted ? '请先确认已知悉提醒事项' : ''

  return (
    <article>
      <PageHead
        title="发布预览"
        status={<StatusTag label={order.stage} />}
        facts={[order.title, order.code]}
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        actions={
          action && (
            <>
              <Button onClick={() => void navigate(at.form(order))}>返回编辑</Button>
              <Button
                type="primary"
                loading={publish.busy}
                disabled={cannot !== ''}
                title={cannot || undefined}
                onClick={() => void run()}
              >
                {say(order, '发布{notice}')}
              </Button>
            </>
          )
        }
      />
      {pending ? (
        <ApprovalPanel
          step={say(order, STEPS.announcement.label)}
          pending={pending}
          refused={null}
          to={pages(STEPS.announcement.audit)}
        />
      ) : (
        <RefusedPanel
          step="announcement"
          refused={state.data?.refused ?? null}
          onRestore={() => void navigate(at.form(order))}
        />
      )}
      {!action && !pending && (
        <Alert className="kb-above-16 kb-below-16" type="info" showIcon title={say(order, '该{order}当前不能发布')} />
      )}
      {problems.length > 0 && <Problems problems={problems} onShow={fix} />}
      <div className="kb-detail-body">
        <div className="kb-grow">
          <PublicView order={order} />
        </div>
        <aside className="kb-detail-side">
          {order.publishedAt === null && (
            <SideBlock title="发布检查">
              <Checklist order={order} {...(action && { onShow: fix })} />
            </SideBlock>
          )}
          <SideBlock title="法定日历">
            <LawSummary order={order} findings={order.findings} />
            <LegalFindings findings={order.findings} empty="填写时间后检查" />
            {action && blocks.length === 0 && warnings > 0 && (
              <Checkbox checked={accepted} onChange={(event) => setAccepted(event.target.checked)}>
                已知悉 {warnings} 项提醒，仍要发布
              </Checkbox>
            )}
          </SideBlock>
          {(action ?? pending) && (
            <SideBlock title="发布时将发生">
              <ul className="buyer-effects kb-size-13 kb-bullets">
                <li>{say(order, openingOf(order))}</li>
                <li>{say(order, '供应商可在报名截止前报名；审核通过后可获取{documents}和清单。')}</li>
                {buyersOf(methodOf(order.method)).flatMap(({ effects }) =>
                  (effects?.(order) ?? []).map((effect) => <li key={effect}>{effect}</li>),
                )}
                <li>本次发布记入审计链，经办人和时间可供核验。</li>
              </ul>
            </SideBlock>
          )}
        </aside>
      </div>
    </article>
  )
}

/** What becomes of the notice. */
function openingOf(order: OrderDetail) {
  const { admission, opens, grounds } = methodFor(order)
  const { sole } = order.settings
  const isPublic = opens === NoticeKind.values.announcement && !(sole && grounds && !isAnnounced(sole, grounds))
  return OPENING[admission === 'invited' && isPublic ? 'both' : admission]
}

const OPENING = {
  open: '{notice}立即在门户公开，编号和内容指纹随之确定，不可再修改，只能发布变更公告。',
  both: '{notice}立即在门户公开，并通知受邀供应商；编号和内容指纹随之确定，不可再修改，只能发布变更公告。',
  invited: '{notice}立即送达受邀供应商，其他人不可见；编号和内容指纹随之确定，不可再修改，只能发布变更公告。',
} as const

/** What the portal shows: the text, the dates and the documents by name. */
function PublicView({ order }: { order: OrderDetail }) {
  const { announcement } = order
  const fields = useNoticeFields(order.orderId)
  if (isBlank(announcement.content))
    return <EmptyState title={say(order, '{notice}正文为空')} hint="返回编辑，选择模板或自行填写正文" />
  return (
    <div className="buyer-paper kb-reading buyer-paper-page kb-frame">
      <h2 className="kb-said">公告预览</h2>
      <p className="kb-hint">
        {say(order, '{announcement}')} · {PurchaseMethod.label(order.method)}
      </p>
      <h3 className="kb-title-18">{announcement.title || say(order, '（未填写{notice}标题）')}</h3>
      <p className="kb-pad-end-12 kb-hint kb-below-12 kb-rule">
        {order.purchaserName} · {order.code} · 发布时间以实际发布为准
      </p>
      <MarkedText value={announcement.content} fields={fields} />
      <h3 className="buyer-subhead">时间安排</h3>
      <ScheduleList schedule={order.schedule} method={order.method} />
      <h3 className="buyer-subhead">{say(order, '{documents}')}</h3>
      <FileList
        files={order.files}
        pathOf={(file) => `/api/workbench/buyer/orders/${order.orderId}/files/${file.fileId}`}
      />
    </div>
  )
}

interface ChecklistProps {
  order: OrderDetail
  /** Leads to the field that is missing or wrong. */
  onShow?: (path: readonly string[]) => void
}

/** What the server looks at before it publishes. */
function Checklist({ order, onShow }: ChecklistProps) {
  const params = { orderId: order.orderId }
  const query = useCall(publishCheck, { params }, { fresh: 0 })
  useCall(publishCheck, { params }, { fresh: 0, enabled: query.data?.isPending === true, every: AGAIN_MS })
  return (
    <WhenLoaded query={query}>
      {({ rows }) => (
        <MarkedList
          rows={rows.map(({ state, text, path }) => ({
            state,
            text:
              path && onShow ? (
                <Button
                  type="link"
                  size="small"
                  className="buyer-problem kb-pad-0 kb-left"
                  onClick={() => onShow(path.split('.'))}
                >
                  {text}
                </Button>
              ) : (
                text
              ),
          }))}
        />
      )}
    </WhenLoaded>
  )
}

/** Documents are asked about again while they are being read. Ms. */
const AGAIN_MS = 1500
