import { Alert, Progress } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { PAYERS } from '#features/contracts/rules/payment.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList } from '#web/kit/file-list.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useCall } from '#web/use-call.ts'
import { agreementDetail } from '../contract/agreement.ts'
import { AGREEMENTS, LIBRARY } from '../rules/places.ts'
import { competes } from '../rules/status.ts'
import { CALL_RULES, CATEGORIES, KINDS, REGIMES } from '../rules/words.ts'
import { CompetitionList } from './competition-list.tsx'
import { EntryList } from './agreement-entries.tsx'
import { OrderList } from './order-list.tsx'
import { useAgreementActs } from './use-agreement-acts.tsx'
import { usageColumns } from './usage-columns.ts'
import { agreementTag, filePath, moneyText, NO_E_SIGNATURE, percentOf } from './words.ts'

type Agreement = OutputOf<typeof agreementDetail>

/** An agreement as its purchaser sees it, with the quota and what was ordered. */
export function Screen({ isLibrary }: { isLibrary: boolean }) {
  const { agreementId = '' } = useParams()
  const query = useCall(agreementDetail, { params: { agreementId } })
  const { act, actOnEntry, dialog } = useAgreementActs(agreementId)
  return (
    <>
      <DetailScreen
        query={query}
        back={isLibrary ? { label: '框架协议库', to: LIBRARY } : { label: '框架协议', to: AGREEMENTS }}
      >
        {(agreement) => ({
          title: agreement.title,
          status: <StatusTag {...agreementTag(agreement.state)} />,
          facts: [
            agreement.code,
            KINDS[agreement.kind],
            `${agreement.from} 至 ${agreement.until}`,
            agreement.pending && `${agreement.pending}审批中`,
          ],
          deadline:
            agreement.state === 'inForce'
              ? { label: '协议到期', at: `${agreement.until}T15:59:59.999Z`, over: '已到期' }
              : null,
          actions: agreement.actions,
          onAction: (action) => act(action, agreement),
          notice: <Notices agreement={agreement} />,
          sections: [
            { key: 'quota', title: '额度', content: <Quota agreement={agreement} /> },
            {
              key: 'suppliers',
              title: '供应商',
              content: (
                <EntryList agreement={agreement} onAction={(action, entry) => actOnEntry(action, agreement, entry)} />
              ),
            },
            agreement.signedAt !== null && {
              key: 'orders',
              title: '采购订单',
              content: <OrderList orders={agreement.callOffs} side="purchaser" />,
            },
            agreement.signedAt !== null &&
              competes(agreement) && {
                key: 'competitions',
                title: '二次竞价',
                content: <CompetitionList agreementId={agreement.agreementId} />,
              },
            { key: 'terms', title: '协议', content: <Terms agreement={agreement} /> },
          ],
        })}
      </DetailScreen>
      {dialog}
    </>
  )
}

function Notices({ agreement }: { agreement: Agreement }) {
  const { findings, state, endReason, endedByName, endedAt, entries } = agreement
  const refused = state === 'draft' ? entries.filter(({ reason }) => reason !== '') : []
  return (
    <>
      {(state === 'ended' || state === 'expired') && (
        <Alert
          className="kb-below-12"
          type="info"
          showIcon
          title={`${endedByName && `${endedByName}于 ${formatTime(endedAt)} 终止：`}${endReason}。不再下达新订单，已下订单继续履行`}
        />
      )}
      {refused.map(({ entryId, supplierName, reason }) => (
        <Alert key={entryId} className="kb-below-12" type="error" showIcon title={`${supplierName}：${reason}`} />
      ))}
      {findings.map(({ rule, severity, text, basis }) => (
        <Alert
          key={rule}
          className="kb-below-12"
          type={severity === 'block' ? 'error' : 'warning'}
          showIcon
          title={`${text}（${basis}）${severity === 'warn' ? '——提示，不影响提交' : ''}`}
        />
      ))}
    </>
  )
}

function Quota({ agreement }: { agreement: Agreement }) {
  const { quota, ordered, accepted, left, items } = agreement
  return (
    <div className="kb-stack kb-gap-16">
      <Figures
        items={[
          {
            label: '协议总金额',
            value: quota === null ? '按数量控制' : formatAmount(quota),
            ...(quota && { unit: '元' }),
          },
          { label: '已订', value: formatAmount(ordered), unit: '元' },
          { label: '已验收', value: formatAmount(accepted), unit: '元' },
          { label: '剩余', value: left === null ? '按数量控制' : formatAmount(left), ...(left && { unit: '元' }) },
        ]}
      />
      {quota !== null && <Progress percent={percentOf(ordered, quota)} aria-label="已订占协议总金额" />}
      <DataTable
        label="标的与数量"
        rows={items}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'name', title: '标的', isHead: true, value: (row) => row.name },
          { key: 'spec', title: '规格', value: (row) => row.spec },
          ...usageColumns('已订'),
          {
            key: 'used',
            title: '使用',
            width: 160,
            render: (row) =>
              row.quantity === null ? (
                <span className="kb-muted">以金额为限</span>
              ) : (
                <Progress percent={percentOf(row.ordered, row.quantity)} size="small" aria-label={`${row.name}已订`} />
              ),
          },
        ]}
      />
    </div>
  )
}

function Terms({ agreement }: { agreement: Agreement }) {
  return (
    <>
      <Alert className="kb-below-12" type="info" showIcon title={NO_E_SIGNATURE} />
      <FieldList
        items={[
          { label: '协议类型', value: KINDS[agreement.kind] },
          { label: '订单分配规则', value: CALL_RULES[agreement.rule] },
          { label: '适用制度', value: REGIMES[agreement.regime] },
          { label: '采购品目', value: CATEGORIES[agreement.category] },
          { label: '协议总金额', value: moneyText(agreement.quota) },
          { label: '付款单位类型', value: PAYERS[agreement.payer].label },
          { label: '付款期限', value: `自交付之日起 ${agreement.payDays} 日` },
          agreement.payReason !== '' && { label: '期限约定的理由', value: agreement.payReason },
          agreement.place !== '' && { label: '默认交货地点', value: agreement.place },
          agreement.orderCode !== '' && {
            label: '依据采购单',
            value: `${agreement.orderTitle}（${agreement.orderCode}）`,
          },
          agreement.renewsCode !== '' && { label: '续签自', value: agreement.renewsCode },
          agreement.priceNote !== '' && { label: '价格调整公式', value: agreement.priceNote, wide: true },
          agreement.terms !== '' && {
            label: '协议条款',
            value: <span className="kb-pre">{agreement.terms}</span>,
            wide: true,
          },
          {
            label: '协议文件',
            wide: true,
            value: <FileList files={agreement.files} pathOf={filePath(agreement.agreementId)} />,
          },
          { label: '登记', value: agreement.createdByName },
          agreement.sentAt && {
            label: '采购人确认',
            value: `${agreement.sentByName}，${formatTime(agreement.sentAt)}`,
          },
          agreement.signedAt && { label: '签订', value: formatTime(agreement.signedAt) },
        ]}
      />
    </>
  )
}
