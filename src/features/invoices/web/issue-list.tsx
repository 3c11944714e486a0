import { Button } from 'antd'
import { useState } from 'react'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { useCompanyLive } from '#web/shell/use-company-live.ts'
import { useCall } from '#web/use-call.ts'
import { issuePage, issueSetting, setIssueSetting } from '../contract/invoice.ts'
import { TAX_RATES } from '../rules/enums.ts'
import { SAMPLE_NOTE } from '../rules/words.ts'
import { columnsOf } from './columns.tsx'
import { TABS } from './tags.ts'

const RATES = TAX_RATES.map((rate) => ({ value: rate, label: `${rate}%` }))

/** What the company, or the platform, is asked to issue. */
export function Screen({ base = '/finance/invoices' }: { base?: string }) {
  const isPlatform = base.startsWith('/admin')
  useCompanyLive('invoices', isPlatform)
  const [isSetting, setIsSetting] = useState(false)
  return (
    <ListScreen
      title="开票"
      endpoint={issuePage}
      rowKey={(row) => row.invoiceId}
      tabs={{ param: 'state', tabs: TABS }}
      filters={[{ kind: 'text', name: 'keyword', label: '申请编号、发票号码、抬头或付款方' }]}
      secondary={<Button onClick={() => setIsSetting(true)}>开票设置</Button>}
      columns={columnsOf(base, 'buyerName')}
      rowActions={(row) => [row.state === 'applied' && { label: '办理', to: `${base}/${row.invoiceId}` }]}
      empty={{ title: '还没有开票申请', hint: '付款方就已支付的付款单申请发票后，显示在这里' }}
    >
      {isSetting && <SettingDialog onClose={() => setIsSetting(false)} />}
    </ListScreen>
  )
}

function SettingDialog({ onClose }: { onClose: () => void }) {
  const { data } = useCall(issueSetting, {}, { fresh: 0 })
  if (!data) return null
  const initial = { taxNo: data.taxNo, rates: Object.fromEntries(data.rates.map(({ type, rate }) => [type, rate])) }
  return (
    <ActionDialog
      title="开票设置"
      endpoint={setIssueSetting}
      initial={initial}
      fields={[
        {
          kind: 'text',
          name: 'taxNo',
          label: '统一社会信用代码',
          disabled: !data.isTaxNoOwn,
          help: data.isTaxNoOwn ? '平台开票使用的税号' : '取自企业认证信息',
        },
        ...data.rates.map(({ type, label }) => ({
          kind: 'select' as const,
          name: `rates.${type}`,
          label: `${label}税率`,
          required: true,
          options: RATES,
        })),
      ]}
      input={(values: typeof initial) => ({ body: values as never })}
      hint={data.isSample ? SAMPLE_NOTE : `开票方：${data.name}`}
      success="已保存"
      onClose={onClose}
    />
  )
}
