import { useParams } from 'react-router'
import { formatTime } from '#contract/time.ts'
import { ApprovalPanel } from '#web/kit/approval-panel.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { Fingerprint } from '#web/kit/file-list.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { RichTextView } from '#web/kit/rich-text-view.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useLive } from '#web/live.ts'
import { useCall } from '#web/use-call.ts'
import { orderDetail } from '../../../contract/order.ts'
import { tradeDetail, tradePage } from '../../../contract/trade.ts'
import { TradeStatus } from '../../../rules/enums.ts'
import { signUpPage, useOrderPages } from '../use-buyer.ts'
import { STEPS } from '../approval/audit-pages.ts'
import { RefusedPanel, useStepApproval } from '../approval/step-gate.tsx'
import type { Trade } from '../tones.ts'
import { tradeTone } from '../tones.ts'
import { orderTopics } from '../order-topics.ts'
import { Decision } from './decision.tsx'
import { Documents } from './documents.tsx'
import '../buyer.css'

/** One sign-up: who, its documents to be read in the page, and the decision. */
export function Screen({ readOnly = false }: { readOnly?: boolean }) {
  const { orderId = '', tradeId = '', method } = useParams()
  const query = useCall(tradeDetail, { params: { tradeId } })
  const order = useCall(orderDetail, { params: { orderId } })
  const pending = useCall(tradePage, {
    params: { orderId },
    query: { status: TradeStatus.values.pending, pageSize: 20 },
  })
  useLive(orderTopics(orderId))
  const others = (pending.data?.rows ?? []).filter((row) => row.tradeId !== tradeId)
  return (
    <WhenLoaded query={query}>
      {(trade) => (
        <Review
          trade={trade}
          readOnly={readOnly || method === 'detail'}
          wanted={order.data?.settings.qualifications ?? []}
          next={others[0] ?? null}
          waiting={others.length}
        />
      )}
    </WhenLoaded>
  )
}

interface ReviewProps {
  trade: Trade
  readOnly: boolean
  /** Documents that the order demands. */
  wanted: readonly { name: string; required: boolean }[]
  /** The next sign-up that waits for a decision. */
  next: { tradeId: string; supplierId: string; supplierName: string } | null
  waiting: number
}

function Review({ trade, readOnly, wanted, next, waiting }: ReviewProps) {
  const pages = useOrderPages()
  const { state } = useStepApproval('signUpResult', { subjectId: trade.tradeId, orderId: trade.orderId })
  const pending = state.data?.pending ?? null
  const decidable = trade.mayDecide && !readOnly && !pending
  return (
    <article>
      <PageHead
        title={trade.supplierName}
        status={<StatusTag label={TradeStatus.label(trade.status)} tone={tradeTone(trade.status)} />}
        facts={[
          trade.orderTitle,
          trade.origin === 'invited' ? '受邀' : '自行报名',
          `${formatTime(trade.createdAt)} 提交`,
        ]}
        back={{ label: '报名情况', to: pages('sign-up.list') }}
        actions={
          <>
            {next && !decidable && (
              <PrimaryButton label={`下一个待审核（${waiting}）`} to={signUpPage(pages, next, false)} />
            )}
            {readOnly && trade.mayDecide && <PrimaryButton label="审核" to={signUpPage(pages, trade, false)} />}
          </>
        }
      />
      {pending ? (
        <ApprovalPanel
          step={STEPS.signUpResult.label}
          pending={pending}
          refused={null}
          to={pages('sign-up.audit', { tradeId: trade.tradeId, supplierId: trade.supplierId })}
        />
      ) : (
        <RefusedPanel
          step="signUpResult"
          refused={state.data?.refused ?? null}
          to={pages('sign-up.audit', { tradeId: trade.tradeId, supplierId: trade.supplierId })}
        />
      )}
      <div className="kb-detail-body">
        <div className="kb-grow">
          <section className="kb-section">
            <h2>报名材料</h2>
            <Documents trade={trade} wanted={wanted} />
          </section>
        </div>
        <aside className="kb-detail-side">
          {decidable ? (
            <Decision key={trade.tradeId} trade={trade} next={next} waiting={waiting} />
          ) : (
            <Decided trade={trade} />
          )}
          <section className="kb-side-block">
            <h3>供应商</h3>
            <FieldList
              columns={1}
              items={[
                { label: '信用代码', value: trade.creditCode },
                { label: '法定代表人', value: trade.legalPerson },
                { label: '联系人', value: trade.contactName },
                { label: '手机', value: trade.contactMobile },
                { label: '邮箱', value: trade.contactEmail },
                { label: '文件下载', value: trade.downloads > 0 ? `${trade.downloads} 次` : '未下载' },
              ]}
            />
          </section>
          {trade.commitment && <Accepted commitment={trade.commitment} />}
          {trade.statement && (
            <section className="kb-side-block">
              <h3>报名说明</h3>
              <p className="kb-pre">{trade.statement}</p>
            </section>
          )}
        </aside>
      </div>
    </article>
  )
}

/** What the supplier accepted when signing up: which text, when, by whom. */
function Accepted({ commitment }: { commitment: NonNullable<Trade['commitment']> }) {
  const { title, versionNo, acceptedBy, acceptedAt, body, textHash } = commitment
  return (
    <section className="kb-side-block">
      <h3>承诺书</h3>
      <p>
        <StatusTag label="已接受" tone="success" /> <span className="kb-muted">{formatTime(acceptedAt)}</span>
      </p>
      <FieldList
        columns={1}
        items={[
          { label: '文本', value: `${title}（第 ${versionNo} 版）` },
          { label: '接受人', value: acceptedBy },
          { label: '指纹', value: <Fingerprint hex={textHash} /> },
        ]}
      />
      <details className="kb-size-13 kb-above-8">
        <summary className="kb-accent">查看全文</summary>
        <RichTextView value={body} />
      </details>
    </section>
  )
}

function Decided({ trade }: { trade: Trade }) {
  if (!trade.decidedAt) return null
  return (
    <section className="kb-side-block">
      <h3>审核结果</h3>
      <p>
        <StatusTag label={TradeStatus.label(trade.status)} tone={tradeTone(trade.status)} />{' '}
        <span className="kb-muted">{formatTime(trade.decidedAt)}</span>
      </p>
      {trade.reason && <p className="kb-pre">{trade.reason}</p>}
    </section>
  )
}
