import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { formatTime } from '#contract/time.ts'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { ApplicationFields, applyAgain, applyTo, callDetail } from '../contract/supplier.ts'
import { callPlace } from '../rules/places.ts'
import { feeText } from './call-sections.tsx'
import { DocumentFields, type Handed } from './document-fields.tsx'
import { MissingList } from './missing-list.tsx'

type Call = OutputOf<typeof callDetail>
type Body = InputOf<typeof applyTo>['body']
interface Values {
  categories: string[]
  documents: Handed[]
  contactName: string
  contactPhone: string
  note?: string
}

/** A supplier applies to a call, or mends what it handed in. */
export function Screen() {
  const { orderId = '' } = useParams()
  const query = useCall(callDetail, { params: { orderId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(call) => <ApplyForm call={call} />}</WhenLoaded>
}

function ApplyForm({ call }: { call: Call }) {
  const { orderId, title, categories, hasLicence, trade } = call
  const navigate = useNavigate()
  const place = callPlace(orderId)
  const apply = useAction(applyTo, { success: '申请已提交' })
  const again = useAction(applyAgain, { success: '申请已重新提交' })
  const mend = trade?.actions.find(({ action }) => action === 'mend')
  const blocked = trade ? (mend ? mend.reason : '申请已审核，不能再修改') : call.blocked
  if (blocked) return <EmptyPage head="入库申请" title={blocked} />
  return (
    <FormScreen<Values>
      title={trade ? '修改入库申请' : '入库申请'}
      back={{ label: title, to: place }}
      facts={[
        call.ownerName,
        `申请截止 ${formatTime(call.endsAt)}`,
        call.feeAmount !== null && `入库服务费 ${feeText(call)}`,
      ]}
      draft={`recruit.apply.${trade?.tradeId ?? orderId}`}
      schema={ApplicationFields}
      initial={
        trade ? valuesOf(trade) : { categories: categories.length === 1 ? [categories[0]!.key] : [], documents: [] }
      }
      sections={[
        {
          title: '申请品类',
          fields: [
            {
              kind: 'checks',
              name: 'categories',
              label: '品类',
              required: true,
              wide: true,
              options: categories.map(({ key, name }) => ({ value: key, label: name })),
            },
          ],
        },
        {
          title: '申请材料',
          hint: '征集单位审核前可以修改并重新提交。其他供应商看不到贵单位的申请。',
          fields: [
            {
              kind: 'custom',
              name: 'documents',
              label: '材料',
              wide: true,
              control: <DocumentFields wanted={categories} hasLicence={hasLicence} />,
            },
          ],
        },
        {
          title: '联系方式',
          fields: [
            { kind: 'text', name: 'contactName', label: '联系人', required: true, maxLength: 40 },
            { kind: 'text', name: 'contactPhone', label: '联系电话', required: true, type: 'tel', maxLength: 30 },
            { kind: 'area', name: 'note', label: '补充说明', rows: 3, maxLength: 2000 },
          ],
        },
        { title: '提交前检查', content: <MissingList wanted={categories} hasLicence={hasLicence} /> },
      ]}
      submit={{
        label: trade ? '重新提交' : '提交申请',
        run: (values) =>
          trade
            ? again.run({ params: { tradeId: trade.tradeId }, body: bodyOf(values) })
            : apply.run({ params: { orderId }, body: bodyOf(values) }),
      }}
      onDone={() => void navigate(place, { replace: true })}
    />
  )
}

function bodyOf(values: Values): Body {
  const documents = (values.documents ?? []).filter(({ files }) => files.length > 0)
  return {
    ...values,
    documents: documents.map(({ files, ...one }) => ({
      ...one,
      files: files.map(({ fileId, name }) => ({ fileId, name })),
    })),
  }
}

function valuesOf(trade: NonNullable<Call['trade']>): Partial<Values> {
  const { categories, documents, contactName, contactPhone, note } = trade
  return {
    categories,
    documents: documents.map(({ category, document, number, validUntil, files }) => ({
      category,
      document,
      number,
      validUntil,
      files,
    })),
    contactName,
    contactPhone,
    note,
  }
}
