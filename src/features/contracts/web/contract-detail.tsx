import { Alert } from 'antd'
import { useParams } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatAmount } from '#contract/money.ts'
import { formatTime } from '#contract/time.ts'
import { DataTable } from '#web/kit/data-table.tsx'
import { DetailScreen } from '#web/kit/detail-screen.tsx'
import { FieldList } from '#web/kit/field-list.tsx'
import { FileList, Fingerprint } from '#web/kit/file-list.tsx'
import { Figures } from '#web/kit/figures.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { AmountText, MainCell } from '#web/kit/values.tsx'
import { useLive } from '#web/live.ts'
import { useSession } from '#web/shell/session.ts'
import { useCall } from '#web/use-call.ts'
import { contractDetail } from '../contract/contract.ts'
import { contractSignings } from '../contract/e-signature.ts'
import { PAY_MODES, PAYERS, SIZES } from '../rules/payment.ts'
import { callOffPlace, CONTRACT_LISTS } from '../rules/places.ts'
import type { ContractSide } from '../rules/status.ts'
import { type ESignature, ESignaturePart } from './e-signature.tsx'
import { LineTable } from './line-table.tsx'
import { PaymentCalendar } from './payment-calendar.tsx'
import { useContractActs } from './use-contract-acts.tsx'
import { VersionList } from './version-list.tsx'
import { callOffTag, contractTag, filePath, NO_E_SIGNATURE, overdueText } from './words.ts'

type Contract = OutputOf<typeof contractDetail>

/** A contract, for either side. */
export function Screen({ side }: { side: ContractSide }) {
  const { contractId = '' } = useParams()
  const { employee } = useSession()
  const companyId = employee?.company?.companyId
  useLive(companyId ? [`contracts:${companyId}`, `sign-tasks:${companyId}`] : [])
  const query = useCall(contractDetail, { params: { contractId } })
  const isSigned = query.data?.signedAt != null && query.data.agreementId === null
  const { data: eSignature } = useCall(contractSignings, { params: { contractId } }, { enabled: isSigned })
  const { act, dialog } = useContractActs(side, contractId)
  return (
    <>
      <DetailScreen query={query} back={{ label: '合同', to: CONTRACT_LISTS[side] }}>
        {(contract) => {
          const isOpen = contract.state === 'draft' || contract.state === 'offered'
          return {
            title: contract.title,
            status: <StatusTag {...contractTag(contract.state)} />,
            facts: [
              contract.code,
              side === 'purchaser' ? contract.supplierName : contract.purchaserName,
              contract.version > 1 && `第 ${contract.version} 版`,
              contract.pending && `${contract.pending}审批中`,
            ],
            deadline: isOpen
              ? { label: '签订期限', at: `${contract.signBy}T15:59:59.999Z`, over: '已逾签订期限' }
              : null,
            actions: [
              // Asked for where its state is shown.
              ...contract.actions.filter(({ action }) => action !== 'eSign'),
              ...(contract.mayAddScans ? [{ action: 'scan', label: '上传签署扫描件' }] : []),
            ],
            onAction: (action) => act(action, contract),
            notice: <Notices contract={contract} />,
            sections: [
              { key: 'terms', title: '合同', content: <Terms contract={contract} side={side} /> },
              { key: 'lines', title: '标的', content: <LineTable lines={contract.lines} /> },
              contract.signedAt !== null && {
                key: 'orders',
                title: '采购订单',
                content: <CallOffs contract={contract} side={side} />,
              },
              contract.signedAt !== null && {
                key: 'payments',
                title: '付款日历',
                content: <PaymentCalendar contract={contract} side={side} />,
              },
              contract.versions.length > 0 && {
                key: 'versions',
                title: '版本',
                content: <VersionList contract={contract} />,
              },
              { key: 'signing', title: '签订', content: <Signing contract={contract} eSignature={eSignature} /> },
              eSignature &&
                // Of a contract that has ended only what was signed.
                (contract.state === 'signed' || eSignature.signings.length > 0) && {
                  key: 'e-signature',
                  title: '电子签章',
                  content: (
                    <ESignaturePart
                      contract={contract}
                      eSignature={eSignature}
                      onAsk={(action) => act(action, contract)}
                    />
                  ),
                },
            ],
          }
        }}
      </DetailScreen>
      {dialog}
    </>
  )
}

function Notices({ contract }: { contract: Contract }) {
  const { refusal, isAwardGone, isLate, signBy, signedOn, state, endReason, endedByName, endedAt } = contract
  const texts: [string, 'warning' | 'error' | 'info'][] = []
  if (state === 'draft' && refusal) texts.push([`供应商退回：${refusal}`, 'error'])
  if (state === 'terminated')
    texts.push([`${endedByName}于 ${formatTime(endedAt)} 终止：${endReason}。已验收部分的款项仍应支付`, 'error'])
  if (isAwardGone && state !== 'terminated')
    texts.push([
      signedOn
        ? '该合同所依据的中标（成交）结果已变更，已签订的合同继续履行'
        : '中标（成交）结果已变更，该合同不能再签订',
      'warning',
    ])
  if (isLate)
    texts.push([
      signedOn
        ? `于 ${signedOn} 签订，晚于期限 ${signBy}（中标、成交通知书发出之日起三十日内）`
        : `已过签订期限 ${signBy}（中标、成交通知书发出之日起三十日内），请尽快签订`,
      'warning',
    ])
  if (contract.performanceWarning) texts.push([contract.performanceWarning, 'warning'])
  const late = overdueText(contract)
  if (late) texts.push([late, 'error'])
  return texts.map(([title, type]) => <Alert key={title} className="kb-below-12" type={type} showIcon title={title} />)
}

function Terms({ contract, side }: { contract: Contract; side: ContractSide }) {
  const { price, due, paid, overdue, interest, agreementId } = contract
  const priceLabel = agreementId === null ? '合同价' : '协议金额上限'
  return (
    <>
      {contract.signedAt !== null && (
        <Figures
          items={[
            { label: priceLabel, value: formatAmount(price), unit: '元' },
            { label: '已形成应付', value: formatAmount(due), unit: '元' },
            { label: '已付', value: formatAmount(paid), unit: '元' },
            { label: '逾期未付', value: formatAmount(overdue), unit: '元' },
            { label: '逾期利息', value: formatAmount(interest), unit: '元' },
          ]}
        />
      )}
      <FieldList
        items={[
          { label: '采购人', value: contract.purchaserName },
          { label: '供应商', value: contract.supplierName },
          { label: priceLabel, value: <AmountText value={price} capitals /> },
          agreementId === null && { label: '中标（成交）价', value: <AmountText value={contract.awardPrice} /> },
          agreementId !== null && { label: '依据', value: '框架协议：订单在协议中下达，按订单结算' },
          contract.orderId !== null && { label: '采购单', value: `${contract.orderTitle}（${contract.orderCode}）` },
          { label: '履行期限', value: contract.deliverBy ?? '' },
          { label: '交货地点', value: contract.place },
          { label: '付款单位类型', value: PAYERS[contract.payer].label },
          { label: '结算方式', value: PAY_MODES[contract.payMode] },
          { label: '付款期限', value: `自交付之日起 ${contract.payDays} 日` },
          contract.payReason !== '' && { label: '期限约定的理由', value: contract.payReason },
          {
            label: '逾期利息',
            value: contract.lateRate
              ? `年利率 ${contract.lateRate}%（订立时 1 年期 LPR ${contract.lpr ?? ''}%）`
              : '日利率 0.05%（未约定）',
          },
          contract.size && { label: '供应商规模（签订时声明）', value: SIZES[contract.size] },
          contract.milestones.length > 0 && {
            label: '付款节点',
            wide: true,
            value: contract.milestones
              .map(({ name, amount, dueOn }) => `${name} ${formatAmount(amount)} 元，${dueOn}`)
              .join('；'),
          },
          agreementId === null && {
            label: '履约保证金',
            value:
              contract.performanceBond === null
                ? '不要求'
                : `${formatAmount(contract.performanceBond)} 元（中标、成交价的 ${contract.performanceRate}%）`,
          },
          contract.warranty !== '' && { label: '质量保证', value: contract.warranty, wide: true },
          contract.terms !== '' && {
            label: '合同条款',
            value: <span className="kb-pre">{contract.terms}</span>,
            wide: true,
          },
          {
            label: '合同文件',
            wide: true,
            value: <FileList files={contract.files} pathOf={filePath(contract.contractId)} />,
          },
          side === 'purchaser' && { label: '起草', value: contract.createdByName },
        ]}
      />
    </>
  )
}

function Signing({ contract, eSignature }: { contract: Contract; eSignature: ESignature | undefined }) {
  const { offeredAt, offeredByName, signedAt, signedByName, contentHash, version } = contract
  const isESigned = eSignature?.signings.some((one) => one.version === version && one.sha256 !== null) ?? false
  return (
    <>
      <Alert
        className="kb-below-12"
        type={isESigned ? 'success' : 'info'}
        showIcon
        title={isESigned ? `双方确认了下述哈希的内容，并已对现行的第 ${version} 版完成电子签章。` : NO_E_SIGNATURE}
      />
      <FieldList
        items={[
          {
            label: '采购人确认',
            value: offeredAt && contract.state !== 'draft' ? `${offeredByName}，${formatTime(offeredAt)}` : '未确认',
          },
          { label: '供应商确认', value: signedAt ? `${signedByName}，${formatTime(signedAt)}` : '未确认' },
          contentHash && { label: '内容哈希', value: <Fingerprint hex={contentHash} />, wide: true },
          {
            label: '签署扫描件',
            wide: true,
            value: <FileList files={contract.scans} pathOf={filePath(contract.contractId)} />,
          },
        ]}
      />
    </>
  )
}

function CallOffs({ contract: { callOffs }, side }: { contract: Contract; side: ContractSide }) {
  if (callOffs.length === 0) return <p className="kb-hint">还没有采购订单</p>
  return (
    <DataTable
      label="采购订单"
      rows={callOffs}
      rowKey={({ callOffId }) => callOffId}
      columns={[
        {
          key: 'code',
          title: '订单',
          isHead: true,
          render: ({ code, callOffId }) => <MainCell title={code} to={callOffPlace(side, callOffId)} />,
        },
        { key: 'amount', title: '金额（元）', kind: 'amount', width: 150, value: (row) => row.amount },
        { key: 'by', title: '交货期限', width: 130, value: (row) => row.deliverBy },
        { key: 'at', title: '下单时间', kind: 'time', width: 140, value: (row) => row.createdAt },
        { key: 'state', title: '状态', width: 130, render: (row) => <StatusTag {...callOffTag(row.state)} /> },
      ]}
    />
  )
}
