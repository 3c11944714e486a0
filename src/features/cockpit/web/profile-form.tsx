import { Input, Select } from 'antd'
import { useNavigate } from 'react-router'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatWithUnit } from '#contract/money.ts'
import { CATEGORIES, type Category } from '#features/procurement/rules/enums.ts'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { RowsField } from '#web/kit/rows-field.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { profile, saveProfile } from '../contract.ts'
import { COCKPIT } from '../rules/places.ts'

type Profile = OutputOf<typeof profile>
interface Values {
  categories: Category[]
  keywords: string[]
  regions: string[]
  least: string | null
  most: string | null
  certificates: { name: string; validUntil: string | null }[]
}

/** What the company says of itself; what it leaves empty its past says. */
export function Screen() {
  const query = useCall(profile, {}, { fresh: 0 })
  return <WhenLoaded query={query}>{(data) => <Form data={data} />}</WhenLoaded>
}

function Form({ data: { stated, past, updatedByName } }: { data: Profile }) {
  const navigate = useNavigate()
  const others = past.documents.filter((one) => !stated.certificates.some(({ name }) => name === one))
  const save = useAction(saveProfile, { success: '匹配设置已保存' })
  return (
    <FormScreen<Values>
      title="匹配设置"
      back={{ label: '商机与进展', to: COCKPIT }}
      facts={['留空的项目按近三年的参与情况推断', updatedByName && `最近由 ${updatedByName} 更新`]}
      initial={stated}
      schema={saveProfile.body}
      sections={[
        {
          title: '做什么、在哪里',
          fields: [
            {
              kind: 'checks',
              name: 'categories',
              label: '采购类别',
              options: Object.entries(CATEGORIES).map(([value, label]) => ({ value, label })),
              help: `按以往：${past.categories.map((one) => CATEGORIES[one]).join('、') || '无'}`,
            },
            {
              kind: 'custom',
              name: 'keywords',
              label: '主营品目',
              control: <WordsInput placeholder="输入后回车，如 监护仪" />,
              help: '在项目名称中查找',
            },
            {
              kind: 'custom',
              name: 'regions',
              label: '经营地区',
              control: <WordsInput placeholder="输入后回车，如 江州" />,
              help: `按以往：${past.regions.join('、') || '无'}`,
            },
          ],
        },
        {
          title: '多大规模',
          fields: [
            { kind: 'amount', name: 'least', label: '控制价不低于（元）' },
            {
              kind: 'amount',
              name: 'most',
              label: '控制价不高于（元）',
              help: `按以往中标：${sizeText(past)}`,
            },
          ],
        },
        {
          title: '持有的资质',
          fields: [
            {
              kind: 'custom',
              name: 'certificates',
              label: '资质和有效期',
              wide: true,
              control: <CertificatesInput />,
              help:
                others.length > 0
                  ? `已知的还有：${others.join('、')}（认证或报名时提交；要提醒到期的，请在上面填写有效期）`
                  : '名称与采购文件要求的资质一致时视为具备',
            },
          ],
        },
      ]}
      submit={{
        label: '保存',
        run: ({ least, most, ...values }) =>
          save.run({ body: { ...values, least: least || null, most: most || null } }),
      }}
      onDone={() => void navigate(COCKPIT)}
    />
  )
}

function sizeText({ least, most }: Profile['past']): string {
  return least === null || most === null ? '无' : `${formatWithUnit(least)} 至 ${formatWithUnit(most)}元`
}

interface InputProps<T> {
  id?: string
  value?: T
  onChange?: (value: T) => void
}

function WordsInput({ id, value, onChange, placeholder }: InputProps<string[]> & { placeholder: string }) {
  return (
    <Select
      {...(id && { id })}
      className="kb-wide"
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={['、', '，', ',']}
      placeholder={placeholder}
      value={value ?? []}
      {...(onChange && { onChange })}
    />
  )
}

function CertificatesInput({ value = [], onChange }: InputProps<Values['certificates']>) {
  return (
    <RowsField
      label="持有的资质"
      nameOf={(index) => `第 ${index + 1} 项`}
      path="certificates"
      value={value}
      {...(onChange && { onChange })}
      add={{ label: '添加资质', row: () => ({ name: '', validUntil: null }) }}
      columns={[
        {
          title: '资质名称',
          cell: (row, { set, label }) => (
            <Input
              aria-label={`${label}资质名称`}
              maxLength={100}
              value={row.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          ),
        },
        {
          title: '有效期至（长期有效的留空）',
          cell: (row, { set, label }) => (
            <DayInput
              aria-label={`${label}有效期至`}
              value={row.validUntil ?? undefined}
              onChange={(day) => set({ validUntil: day ?? null })}
            />
          ),
        },
      ]}
    />
  )
}
