import { Alert, Button, Switch } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { toast } from '#web/feedback.ts'
import { SideBlock } from '#web/kit/detail-screen.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { DraftState } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { isBlank } from '#web/kit/rich-text-nodes.ts'
import { Skeleton } from '#web/kit/states.tsx'
import { focusField } from '#web/kit/focus-field.ts'
import { useDraftValues } from '#web/kit/use-draft.ts'
import { publishChange } from '../../../contract/notice.ts'
import { useOrderPages } from '../use-buyer.ts'
import { confirmStep, toldOf } from '#web/kit/confirm-step.tsx'
import { useAfterStep } from '../approval/use-after-step.ts'
import type { StepApproval } from '../approval/step-gate.tsx'
import { RefusedPanel } from '../approval/step-gate.tsx'
import { NoticeEditor } from '../notice-editor.tsx'
import { statedWrongly, unresolvedIn, type NoticeText } from '../notice-text.ts'
import { NoticeKind } from '../../../rules/enums.ts'
import { type Problem, Problems, problemsIn } from '../order-form/problems.tsx'
import type { OrderSchedule } from '../order-form/schedule-fill.ts'
import { methodOf } from '../../../methods/all.ts'
import { say } from '../../../methods/say.ts'
import { dateFields } from '../../../rules/order-fields.ts'
import { useLawOf } from '../order-form/use-law.ts'
import type { OrderDetail } from '../tones.ts'
import { TemplateChoice } from '../template-choice.tsx'
import { useNoticeFields } from '../use-notice-fields.ts'
import { useLawfulAction } from '../use-lawful-action.ts'
import { changedDates, changeText } from './change-text.ts'
import { DateChanges } from './date-changes.tsx'
import { OrderLine } from './order-line.tsx'

// It brings the whole legal calendar along.
const ChangeLaw = lazy(() => import('./change-law.tsx').then((m) => ({ default: m.ChangeLaw })))

interface ChangeValues {
  dates: Partial<Record<keyof OrderSchedule, string>>
  affectsBids: boolean
  files: FileRef[]
  text: NoticeText
}

/** A change of a published order: dates old and new, files, text, and what the law says of it. */
export function ChangeForm({ order, approval }: { order: OrderDetail; approval: StepApproval }) {
  const pages = useOrderPages()
  const submitted = submittedBy(approval.refused?.payload)
  const { draft, values, change } = useDraftValues<ChangeValues>(
    `procurement.change.${order.orderId}.${order.version}`,
    () => submitted ?? blank(order),
  )
  const [problems, setProblems] = useState<Problem[]>([])
  const publish = useLawfulAction(publishChange, {
    success: toldOf(
      order.state === 'quote.short'
        ? '报价截止时间已延长，已通知全部参与供应商'
        : '变更公告已发布，已通知全部参与供应商确认',
    ),
    onDone: useAfterStep('change', order, draft),
  })
  const sealed = methodOf(order.method).offers === 'sealed'
  const isExtension = order.state === 'quote.short'
  const may = order.actions.some((one) => one.action === 'change' && !one.reason)
  const changes = changedDates(order, values.dates)
  const schedule = { ...order.schedule, ...Object.fromEntries(changes.map((c) => [c.field, c.to])) }
  // As they will be once the change is published.
  const fields = { ...useNoticeFields(order.orderId), ...dateFields(schedule) }
  const law = useLawOf({
    method: order.method,
    projectId: order.projectId,
    schedule,
    estimated: order.estimatedPrice,
    bond: order.bond,
    before: order.schedule,
  })
  const bidEnd = changes.find((c) => c.field === 'bidEnd')?.to ?? order.schedule.bidEnd

  const run = async () => {
    const { title, content } = values.text
    const open = unresolvedIn({ title, content }, fields)
    const missing = [
      !title.trim() && '请填写变更标题',
      isBlank(content) && '请填写变更正文',
      open.length > 0 && '请填写占位符',
      ...statedWrongly({ title, content }, fields),
    ]
    const found = missing.filter((text): text is string => typeof text === 'string')
    setProblems(found.map((message) => ({ message })))
    if (found.length > 0 || !content) return
    const count = order.signUps?.passed ?? 0
    const question = isExtension
      ? `变更公告发布后不可撤回，报价截止时间只能因报价不足延长这一次；${count} 家已通过报名的供应商同时收到通知，已提交的报价继续有效。确认发布？`
      : `变更公告发布后不可撤回，${count} 家已通过报名的供应商须逐一确认。确认发布？`
    await confirmStep({ title: '发布变更', content: question, okText: '发布' }, approval.rule, async (held) => {
      const outcome = await publish.run({
        params: { orderId: order.orderId },
        body: {
          version: order.version,
          title,
          content,
          schedule: Object.fromEntries(changes.map((c) => [c.field, c.to])),
          files: values.files.map(({ fileId, name }) => ({ fileId, name })),
          affectsBids: sealed && !isExtension && values.affectsBids,
          ...held,
        },
      })
      if (outcome && !outcome.ok) setProblems(problemsIn(outcome.error.details))
    })
  }

  return (
    <article>
      <PageHead
        title={isExtension ? say(order, '延长{deadline}') : '发布变更'}
        back={{ label: '变更公告', to: pages('change.list') }}
        facts={[
          `现行第 ${order.version} 版，发布后为第 ${order.version + 1} 版`,
          <DraftState key="draft" draft={draft} />,
        ]}
        actions={
          <Button type="primary" loading={publish.busy} disabled={!may} onClick={() => void run()}>
            发布变更
          </Button>
        }
      />
      <OrderLine order={order} deadline={{ label: say(order, '{deadline}'), at: order.schedule.bidEnd }} />
      <RefusedPanel step="change" refused={approval.refused} onRestore={() => change(submitted!)} />
      {!may && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="warning"
          showIcon
          title={say(order, '当前不能发布变更：{closed}，或{order}不在{running}')}
        />
      )}
      {may && isExtension && (
        <Alert
          className="kb-above-16 kb-below-16"
          type="info"
          showIcon
          title={say(order, '至{deadline}报价不足，可延长一次；已提交的报价继续有效，供应商可在新的截止时间前替换')}
          description="请在正文中说明延长原因。需要追加供应商的，同时延长报名截止时间，发布后再邀请。"
        />
      )}
      {problems.length > 0 && <Problems problems={problems} onShow={focusField} />}
      <div className="kb-detail-body">
        <div className="kb-grow">
          <section className="kb-section">
            <h2>时间变更</h2>
            <DateChanges before={order.schedule} typed={values.dates} onChange={(dates) => change({ dates })} />
          </section>
          {!isExtension && (
            <section className="kb-section">
              <h2>变更文件</h2>
              <FileUpload
                use="tender-document"
                label="上传变更文件"
                value={values.files}
                onChange={(files) => change({ files })}
                accept=".pdf,.docx,.xlsx,.zip"
              />
            </section>
          )}
          <section className="kb-section">
            <h2>
              变更公告
              <span className="kb-flex kb-gap-16 kb-tight kb-wrap kb-size-13 kb-push kb-regular">
                <TemplateChoice
                  kind={NoticeKind.values.change}
                  hasContent={!isBlank(values.text.content)}
                  order={() => Promise.resolve(order.orderId)}
                  onApply={({ title, content }) => change({ text: { title: title || values.text.title, content } })}
                />{' '}
                <Button
                  size="small"
                  onClick={() => {
                    change({ text: { ...values.text, content: changeText(order, changes) } })
                    toast.info('已按时间变更生成正文')
                  }}
                >
                  按时间变更生成正文
                </Button>
              </span>
            </h2>
            <NoticeEditor label="变更" value={values.text} onChange={(text) => change({ text })} fields={fields} />
          </section>
        </div>
        <aside className="kb-detail-side">
          {sealed && !isExtension && (
            <SideBlock title={say(order, '影响{offer}编制')}>
              <label className="kb-row kb-start kb-size-13 kb-above-8">
                <Switch
                  aria-label={say(order, '影响{offer}编制')}
                  checked={values.affectsBids}
                  onChange={(affectsBids) => change({ affectsBids })}
                />
                {say(
                  order,
                  !values.affectsBids
                    ? '否，不影响{bidder}编制{offer}'
                    : sealed
                      ? '是，须距{deadline}至少 15 日，不足的顺延'
                      : '是，{bidder}须重新编制{offer}',
                )}
              </label>
            </SideBlock>
          )}
          <SideBlock title="法定日历">
            <Suspense fallback={<Skeleton lines={8} />}>
              <ChangeLaw
                order={order}
                findings={law.findings}
                affectsBids={sealed && !isExtension && values.affectsBids}
                bidEnd={bidEnd}
              />
            </Suspense>
          </SideBlock>
        </aside>
      </div>
    </article>
  )
}

function blank(order: OrderDetail): ChangeValues {
  const kind = order.state === 'quote.short' ? say(order, '延长{deadline}时间公告') : '变更公告'
  const title = `${order.title}${kind}${order.version > 1 ? `（第 ${order.version} 次）` : ''}`
  return { dates: {}, affectsBids: true, files: [], text: { title, content: null } }
}

/** What a change that was handed in for approval carried, as this page holds it. */
function submittedBy(payload: Record<string, unknown> | undefined): ChangeValues | null {
  if (!payload) return null
  const { title, content, schedule, files, affectsBids } = payload as unknown as NoticeText &
    Pick<ChangeValues, 'files' | 'affectsBids'> & { schedule: ChangeValues['dates'] }
  return { dates: schedule, affectsBids, files, text: { title, content } }
}
