import { useRef } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import type { FormSection } from '#web/kit/form-fields.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { majorTree } from '../../contract.ts'
import { createExtraction, extractionDetail, extractionOrders, updateExtraction } from '../../contract-extraction.ts'
import { AvoidOption, ExpertLibrary, ExtractionKind, ExtractionMode } from '../../rules/enums.ts'
import { majorOptions } from '../fields.ts'
import { detailOf, KIND_ADDRESSES, type KindName, listOf } from './addresses.ts'
import { ConditionRows } from './condition-rows.tsx'
import { ExpertSelect } from './expert-select.tsx'
import { bodyOf, emptyValues, type ExtractionValues, valuesOf } from './form-values.ts'
import { NameRows } from './name-rows.tsx'
import { PoolPreview } from './pool-preview.tsx'
import '../experts.css'

type Options = { value: string; label: string }[]

/** Terms of an extraction, new or a draft. */
export function Screen({ name }: { name: KindName }) {
  const { extractionId } = useParams()
  // The order that the committee page comes from.
  const orderId = useSearchParams()[0].get('orderId')
  return extractionId === undefined ? (
    <TermsForm
      key={orderId ?? 'new'}
      name={name}
      initial={{ ...emptyValues(name === 'project'), ...(orderId && { orderId }) }}
      {...(orderId ? { orderId } : {})}
    />
  ) : (
    <Existing key={extractionId} name={name} extractionId={extractionId} />
  )
}

function Existing({ name, extractionId }: { name: KindName; extractionId: string }) {
  const query = useCall(extractionDetail, { params: { extractionId } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(row) => <TermsForm name={name} initial={valuesOf(row)} extractionId={extractionId} />}
    </WhenLoaded>
  )
}

interface TermsFormProps {
  name: KindName
  initial: ExtractionValues
  extractionId?: string
  orderId?: string
}

function TermsForm({ name, initial, extractionId, orderId }: TermsFormProps) {
  const { kind, title } = KIND_ADDRESSES[name]
  const navigate = useNavigate()
  const majors = useCall(majorTree)
  const isProject = kind === ExtractionKind.values.project
  const orders = useCall(extractionOrders, {}, { enabled: isProject })
  const create = useAction(createExtraction, { success: '已保存，抽取种子已登记' })
  const update = useAction(updateExtraction, { success: '已保存' })
  const orderOptions = (orders.data ?? []).map((one) => ({ value: one.orderId, label: `${one.title}（${one.code}）` }))
  const saved = useRef(extractionId)
  return (
    <WhenLoaded query={majors}>
      {(tree) => (
        <FormScreen<ExtractionValues>
          title={extractionId ? `编辑${title}` : `新建${title}`}
          back={{ label: title, to: listOf(name) }}
          draft={`experts.extraction.${extractionId ?? orderId ?? name}`}
          initial={initial}
          sections={sectionsOf({ isProject, orders: orderOptions, majors: majorOptions(tree) })}
          submit={{
            label: '保存',
            run: async (values) => {
              if (extractionId !== undefined) return update.run({ params: { extractionId }, body: bodyOf(values) })
              const outcome = await create.run({ body: { kind, ...bodyOf(values) } })
              if (outcome.ok) saved.current = outcome.data.extractionId
              return outcome
            },
          }}
          onDone={() => void navigate(saved.current ? detailOf(name, saved.current) : listOf(name))}
        />
      )}
    </WhenLoaded>
  )
}

const isManual = (v: Record<string, unknown>) => v.mode === ExtractionMode.values.manual
const isRandom = (v: Record<string, unknown>) => !isManual(v)

function sectionsOf({
  isProject,
  orders,
  majors,
}: {
  isProject: boolean
  orders: Options
  majors: Options
}): FormSection[] {
  return [
    {
      title: '评审安排',
      fields: [
        ...(isProject
          ? [
              {
                kind: 'select',
                name: 'orderId',
                label: '项目',
                required: true,
                options: orders,
                searchable: true,
                help: '已发布且尚未开始评审的项目',
              } as const,
            ]
          : []),
        { kind: 'text', name: 'title', label: '名称', required: true, help: '将告知被抽取的专家' },
        { kind: 'instant', name: 'reviewAt', label: '评审时间', required: true, future: true },
        { kind: 'text', name: 'place', label: '评审地点', required: true },
        { kind: 'integer', name: 'replyMinutes', label: '回复时限', required: true, min: 5, max: 4320, unit: '分钟' },
        { kind: 'text', name: 'note', label: '备注', maxLength: 500 },
      ],
    },
    {
      title: '抽取方式',
      fields: [
        { kind: 'radio', name: 'mode', label: '方式', required: true, options: [...ExtractionMode.options] },
        { kind: 'radio', name: 'library', label: '专家库', required: true, options: [...ExpertLibrary.options] },
        {
          kind: 'switch',
          name: 'isSecret',
          label: '名单保密',
          when: isRandom,
          help: '开标前（无项目的为评审前）本单位也看不到专家姓名',
        },
        {
          kind: 'switch',
          name: 'byPlatform',
          label: '平台通知专家',
          help: '关闭后由经办人线下通知，并登记专家的回复；名单保密时须由平台通知',
        },
      ],
    },
    {
      title: '抽取条件',
      hint: '每组按条件单独抽取，同一专家不会在两组中重复通知；直接确定专家时无需填写',
      fields: [
        {
          kind: 'custom',
          name: 'conditions',
          label: '条件',
          wide: true,
          when: isRandom,
          control: <ConditionRows majors={majors} />,
        },
        {
          kind: 'custom',
          name: 'picks',
          label: '专家',
          required: true,
          wide: true,
          when: isManual,
          control: <PickControl />,
        },
        {
          kind: 'area',
          name: 'pickReason',
          label: '直接确定理由',
          required: true,
          rows: 3,
          when: isManual,
          help: '技术复杂、专业性强或者国家有特殊要求，随机抽取难以胜任的，可以直接确定（实施条例第四十六条）',
        },
      ],
    },
    {
      title: '回避',
      hint: '采购人、代理机构的人员始终回避；投标人在开标时才可知，届时再次检查并自动递补',
      fields: [
        { kind: 'checks', name: 'options', label: '回避选项', options: [...AvoidOption.options], wide: true },
        {
          kind: 'custom',
          name: 'units',
          label: '指定回避单位',
          wide: true,
          control: <NameRows labels={['单位名称', '统一社会信用代码']} add="增加单位" />,
        },
        {
          kind: 'custom',
          name: 'people',
          label: '指定回避人员',
          wide: true,
          control: <NameRows labels={['姓名', '手机号码']} add="增加人员" />,
        },
      ],
      content: <PoolPreview />,
    },
  ]
}

/** Both libraries: the server refuses who is not of the chosen one. */
function PickControl(props: { value?: { value: string; label: string }[] }) {
  return <ExpertSelect {...props} library={0} />
}
