import { Form, Select } from 'antd'
import { formatAmount } from '#contract/money.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { FormDrawer } from '#web/kit/form-drawer.tsx'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createRequest, requestDetail, updateRequest } from '../../contract/request.ts'
import { lineChoices } from '../../contract/use.ts'
import { CATEGORIES } from '../../rules/levels.ts'
import { EMPTY_ITEM, filledItems, type ItemRow, ItemRows } from './item-rows.tsx'

type Body = InputOf<typeof createRequest>['body']
type Values = Omit<Body, 'items'> & { items: ItemRow[] }
type Request = OutputOf<typeof requestDetail>

interface RequestFormProps {
  requestId: string | null
  onClose: () => void
}

/** Drafts a request beside the list, or changes one. */
export function RequestForm({ requestId, onClose }: RequestFormProps) {
  return requestId ? <Existing requestId={requestId} onClose={onClose} /> : <Drawn onClose={onClose} />
}

function Existing({ requestId, onClose }: { requestId: string; onClose: () => void }) {
  const query = useCall(requestDetail, { params: { requestId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(request) => <Drawn request={request} onClose={onClose} />}</WhenLoaded>
}

function Drawn({ request, onClose }: { request?: Request; onClose: () => void }) {
  const create = useAction(createRequest, { success: '申报草稿已保存' })
  const update = useAction(updateRequest, { success: '申报草稿已保存' })
  return (
    <FormDrawer<Values>
      title={request ? `编辑申报 ${request.code}` : '新建需求申报'}
      initial={request ? valuesOf(request) : { category: 'goods', items: [EMPTY_ITEM], lineId: null }}
      fields={[
        { kind: 'text', name: 'title', label: '申报名称', required: true, maxLength: 100, wide: true },
        {
          kind: 'radio',
          name: 'category',
          label: '类别',
          required: true,
          options: Object.entries(CATEGORIES).map(([value, label]) => ({ value, label })),
        },
        { kind: 'day', name: 'neededBy', label: '需用日期', required: true },
        { kind: 'amount', name: 'estimate', label: '估算金额', required: true },
        {
          kind: 'custom',
          name: 'lineId',
          label: '预算项',
          help: '由本部门预算支出；转为采购项目时带入',
          control: <LineSelect />,
        },
        { kind: 'area', name: 'reason', label: '申报理由', required: true, maxLength: 1000, rows: 3 },
        { kind: 'custom', name: 'items', label: '采购内容', required: true, wide: true, control: <ItemRows /> },
      ]}
      label="保存草稿"
      run={(values) => {
        const body = { ...values, lineId: values.lineId ?? null, items: filledItems(values.items ?? []) }
        return request ? update.run({ params: { requestId: request.requestId }, body }) : create.run({ body })
      }}
      onClose={onClose}
    />
  )
}

function LineSelect({ value, onChange }: { value?: string | null; onChange?: (lineId: string | null) => void }) {
  const { data } = useCall(lineChoices, { query: {} })
  const { status } = Form.Item.useStatus()
  return (
    <Select
      aria-label="预算项"
      allowClear
      {...(status === 'error' && { status })}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder={data?.lines.length === 0 ? '没有生效的预算项' : '可不选'}
      value={value ?? null}
      options={(data?.lines ?? []).map((line) => ({
        value: line.lineId,
        label: `${[line.subject, line.planTitle].join('，')}，可用 ${formatAmount(line.free)}`,
      }))}
      onChange={(lineId?: string) => onChange?.(lineId ?? null)}
    />
  )
}

function valuesOf({ title, category, neededBy, estimate, lineId, reason, items }: Request): Partial<Values> {
  return { title, category, neededBy, estimate, lineId, reason, items: items.map(itemOf) }
}

function itemOf({ code, name, spec, unit, quantity, remark }: ItemRow): ItemRow {
  return { code, name, spec, unit, quantity, remark }
}
