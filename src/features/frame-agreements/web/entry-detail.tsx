import { Alert, Progress } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { PAYERS, SIZES, type Size } from '#features/contracts/rules/payment.ts'
import { contractPlace } from '#features/contracts/rules/places.ts'
import { ask } from '#web/feedback.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { askText } from '#web/kit/ask-text.tsx'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import * as c from '../contract/entry.ts'
import { OWN_AGREEMENTS } from '../rules/places.ts'
import { AGREEMENT_STATES, competes } from '../rules/status.ts'
import { CALL_RULES, KINDS } from '../rules/words.ts'
import { OwnCompetitionList } from './competition-list.tsx'
import { OrderList } from './order-list.tsx'
import { VersionList } from './version-list.tsx'
import { usageColumns } from './usage-columns.ts'
import { entryTag, filePath, moneyText, NO_E_SIGNATURE, percentOf, priceText } from './words.ts'

type Entry = OutputOf<typeof c.entryDetail>

/** An agreement as a supplier reads it: its own prices, share and orders. */
export function Screen() {
  const { entryId = '' } = useParams()
  const params = { entryId }
  const query = useCall(c.entryDetail, { params })
  const [signing, setSigning] = useState<Entry | null>(null)
  const refuse = useAction(c.refuseEntry, { success: '已拒绝' })
  const answer = useAction(c.answerAdjustment, { success: '已答复' })
  const openHash = ({ versions }: Entry) => versions.find(({ state }) => state === 'offered')?.contentHash ?? ''
  const acts: Record<string, (entry: Entry) => void | Promise<unknown>> = {
    confirm: (entry) => setSigning(entry),
    refuse: () =>
      askText({
        title: '拒绝协议',
        hint: '原因会告知采购人。',
        okText: '拒绝',
        danger: true,
        run: (reason) => refuse.run({ params, body: { reason } }),
      }),
    agreeAdjustment: async (entry) => {
      const content = `同意后新价格立即生效，已下订单价格不变。${NO_E_SIGNATURE}`
      if (await ask({ title: '同意调价', content, okText: '同意' }))
        await answer.run({ params, body: { contentHash: openHash(entry), agree: true } })
    },
    refuseAdjustment: (entry) =>
      askText({
        title: '不同意调价',
        hint: '现行价格继续有效。',
        okText: '不同意',
        danger: true,
        run: (reason) => answer.run({ params, body: { contentHash: openHash(entry), agree: false, reason } }),
      }),
  }
  return (
    <>
      <DetailScreen query={query} back={{ label: '框架协议', to: OWN_AGREEMENTS }}>
        {(entry) => ({
          title: entry.title,
          status: <StatusTag {...entryTag(entry.state)} />,
          facts: [
            entry.code,
            entry.purchaserName,
            `${entry.from} 至 ${entry.until}`,
            `协议${AGREEMENT_STATES[entry.agreementState]}`,
          ],
          actions: entry.actions,
          onAction: (action) => acts[action]?.(entry),
          notice: <Notices entry={entry} />,
          sections: [
            { key: 'prices', title: '标的与价格', content: <Prices entry={entry} /> },
            entry.contractId !== null && {
              key: 'orders',
              title: '采购订单',
              content: <OrderList orders={entry.callOffs} side="supplier" />,
            },
            entry.contractId !== null &&
              competes(entry) && {
                key: 'competitions',
                title: '二次竞价',
                content: <OwnCompetitionList entryId={entry.entryId} />,
              },
            entry.versions.length > 0 && {
              key: 'versions',
              title: '价格版本',
              content: <VersionList versions={entry.versions} items={entry.lines} />,
            },
            { key: 'terms', title: '协议', content: <Terms entry={entry} /> },
          ],
        })}
      </DetailScreen>
      {signing && (
        <ActionDialog
          title="确认框架协议"
          endpoint={c.confirmEntry}
          hint={
            <>
              内容哈希 {signing.contentHash.slice(0, 16)}…。{NO_E_SIGNATURE}
            </>
          }
          okText="确认协议"
          fields={[
            {
              kind: 'radio',
              name: 'size',
              label: '本单位规模（确认时确定，决定付款期限的保护）',
              required: true,
              options: Object.entries(SIZES).map(([value, label]) => ({ value, label })),
            },
          ]}
          input={({ size }: { size: Size }) => ({ params, body: { contentHash: signing.contentHash, size } })}
          success="协议已确认"
          onClose={() => setSigning(null)}
        />
      )}
    </>
  )
}

function Notices({ entry }: { entry: Entry }) {
  const texts: [string, 'warning' | 'info'][] = []
  if (entry.hasAdjustment)
    texts.push(['采购人提出新的协议价，请在“价格版本”中阅读后答复；答复前现行价格继续有效', 'warning'])
  if (entry.reason) texts.push([`${entryTag(entry.state).label}：${entry.reason}。已下订单继续履行`, 'warning'])
  if (entry.endReason) texts.push([`协议${AGREEMENT_STATES[entry.agreementState]}：${entry.endReason}`, 'info'])
  return texts.map(([title, type]) => <Alert key={title} className="kb-below-12" type={type} showIcon title={title} />)
}

function Prices({ entry }: { entry: Entry }) {
  const { amount, ordered, accepted, lines } = entry
  return (
    <div className="kb-stack kb-gap-16">
      <Figures
        items={[
          {
            label: '本单位可接订单上限',
            value: amount === null ? '按数量控制' : formatAmount(amount),
            ...(amount && { unit: '元' }),
          },
          { label: '已接订单', value: formatAmount(ordered), unit: '元' },
          { label: '已验收', value: formatAmount(accepted), unit: '元' },
        ]}
      />
      {amount !== null && <Progress percent={percentOf(ordered, amount)} aria-label="已接订单占上限" />}
      <DataTable
        label="标的与价格"
        rows={lines}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'name', title: '标的', isHead: true, value: (row) => row.name },
          { key: 'spec', title: '规格', value: (row) => row.spec },
          { key: 'price', title: '协议价（元）', width: 140, align: 'right', value: (row) => priceText(row.unitPrice) },
          ...usageColumns('已接订单'),
        ]}
      />
    </div>
  )
}

function Terms({ entry }: { entry: Entry }) {
  return (
    <FieldList
      items={[
        { label: '采购人', value: entry.purchaserName },
        { label: '协议类型', value: KINDS[entry.kind] },
        { label: '订单分配规则', value: CALL_RULES[entry.rule] },
        { label: '本单位金额上限', value: moneyText(entry.amount) },
        entry.share !== null && { label: '本单位份额', value: `${entry.share}%` },
        { label: '付款单位类型', value: PAYERS[entry.payer].label },
        { label: '付款期限', value: `自交付之日起 ${entry.payDays} 日` },
        entry.payReason !== '' && { label: '期限约定的理由', value: entry.payReason },
        entry.contractId !== null && {
          label: '履约与付款',
          value: <Link to={contractPlace('supplier', entry.contractId)}>订单、应收和付款申请 ›</Link>,
        },
        entry.priceNote !== '' && { label: '价格调整公式', value: entry.priceNote, wide: true },
        entry.terms !== '' && { label: '协议条款', value: <span className="kb-pre">{entry.terms}</span>, wide: true },
        {
          label: '协议文件',
          wide: true,
          value: <FileList files={entry.files} pathOf={filePath(entry.agreementId)} />,
        },
        { label: '采购人确认', value: entry.sentAt ? `${entry.sentByName}，${formatTime(entry.sentAt)}` : '' },
        {
          label: '本单位确认',
          value: entry.answeredAt ? `${entry.answeredByName}，${formatTime(entry.answeredAt)}` : '未确认',
        },
        entry.contentHash !== '' && { label: '内容哈希', value: <Fingerprint hex={entry.contentHash} />, wide: true },
      ]}
    />
  )
}
