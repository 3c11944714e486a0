import { Alert, Button } from 'antd'
import type { ReactNode } from 'react'
import { DraftState } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import type { FieldValues } from '#web/kit/rich-text-fields.ts'
import type { Draft } from '#web/kit/use-draft.ts'
import { say } from '../../../methods/say.ts'
import type { OrderStep } from '../approval/audit-pages.ts'
import { RefusedPanel, type StepApproval } from '../approval/step-gate.tsx'
import { NoticeEditor } from '../notice-editor.tsx'
import type { NoticeText } from '../notice-text.ts'
import { OrderLine } from '../order/order-line.tsx'
import type { OrderDetail } from '../tones.ts'
import { useOrderPages } from '../use-buyer.ts'

interface ChangePageProps<T> {
  order: OrderDetail
  title: string
  /** The version in force, as people call it. */
  fact: string
  draft: Pick<Draft<T>, 'savedAt' | 'failed' | 'dirty'>
  approval: { step: OrderStep; refused: StepApproval['refused']; onRestore: () => void }
  publish: {
    label: string
    busy: boolean
    disabled?: boolean
    reason?: string | undefined
    run: () => Promise<unknown>
  }
  /** What of its notice is written so far. */
  notice: ChangeNotice
  children: ReactNode
}

interface ChangeNotice {
  /** 公告 or 公示. */
  name: string
  /** Where it changes nothing yet. */
  heading?: string
  /** What the notice follows from is chosen. */
  isReady: boolean
  hint: string
  text: NoticeText
  /** Somebody wrote in it: it no longer follows from what is chosen. */
  isEdited: boolean
  fields: FieldValues
  onChange: (text: NoticeText | null) => void
}

/** A page that decides a result or changes a published one: what holds, what shall hold, and the notice that says so. */
export function ChangePage<T>({ order, title, fact, draft, approval, publish, notice, children }: ChangePageProps<T>) {
  const pages = useOrderPages()
  return (
    <article>
      <PageHead
        title={title}
        back={{ label: say(order, '{order}详情'), to: pages('publish.detail') }}
        facts={[fact, <DraftState key="draft" draft={draft} />]}
        actions={
          <Button
            type="primary"
            loading={publish.busy}
            disabled={publish.reason !== undefined || publish.disabled === true}
            title={publish.reason}
            onClick={() => void publish.run()}
          >
            {publish.label}
          </Button>
        }
      />
      <OrderLine order={order} />
      <RefusedPanel {...approval} />
      {publish.reason && <Alert className="kb-above-16 kb-below-16" type="warning" showIcon title={publish.reason} />}
      {children}
      <section className="kb-section">
        <h2>{notice.heading ?? `变更${notice.name}`}</h2>
        {notice.isEdited || notice.isReady ? (
          <NoticeEditor label={notice.name} value={notice.text} onChange={notice.onChange} fields={notice.fields} />
        ) : (
          <p className="kb-muted">{notice.hint}</p>
        )}
        {notice.isEdited && (
          <Button size="small" onClick={() => notice.onChange(null)}>
            按所选内容重新生成
          </Button>
        )}
      </section>
    </article>
  )
}
