import { Form } from 'antd'
import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { REGIMES } from '#features/procurement/rules/regimes.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field, FormSection } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createDemand, demandChoices, demandDetail, updateDemand } from '../../contract/demand.ts'
import { profileOf } from '../../rules/profiles.ts'
import { SURVEY_MODES } from '../../rules/status.ts'
import { type At, placesOf } from '../at.ts'
import { CATEGORIES } from '../words.ts'
import { demandFieldsOf } from './extra-fields.ts'
import { EMPTY_ITEM, filledItems, type ItemRow, ItemRows } from './item-rows.tsx'
import { filledParameters, type ParameterRow, ParameterRows } from './parameter-rows.tsx'
import { type QuestionRow, QuestionRows } from './question-rows.tsx'

type Body = InputOf<typeof createDemand>['body']
type Choices = OutputOf<typeof demandChoices>
type Demand = OutputOf<typeof demandDetail>
/** What stands in the form; files with what the upload tells of them. */
type Values = Omit<Body, 'items' | 'parameters' | 'questions' | 'files'> & {
  items: ItemRow[]
  parameters: ParameterRow[]
  questions: QuestionRow[]
  files: FileRef[]
}

/** Which part of it stands on a page; all of it unless the profile has two. */
type FormPart = 'all' | 'demand' | 'survey'

function titleOf(label: string, { part, isNew }: { part: FormPart; isNew: boolean }): string {
  if (part === 'survey') return '编辑调研内容'
  return isNew ? `新建${label}` : `编辑${label}`
}

/** Drafts a demand: what is wanted, what suppliers are asked, how the market is surveyed. */
export function Screen({ part = 'all', ...at }: At & { part?: FormPart }) {
  const { orderId } = useParams()
  const choices = useCall(demandChoices, {})
  return (
    <WhenLoaded query={choices}>
      {(data) =>
        orderId ? (
          <Existing {...at} part={part} demandId={orderId} choices={data} />
        ) : (
          <DemandForm {...at} part={part} choices={data} />
        )
      }
    </WhenLoaded>
  )
}

type InPart = At & { part: FormPart; choices: Choices }

function Existing({ demandId, ...rest }: InPart & { demandId: string }) {
  const query = useCall(demandDetail, { params: { demandId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(demand) => <DemandForm {...rest} demand={demand} />}</WhenLoaded>
}

function DemandForm({ choices, demand, part, ...at }: InPart & { demand?: Demand }) {
  const navigate = useNavigate()
  const target = useRef(demand?.demandId ?? '')
  const create = useAction(createDemand, { success: '需求草稿已保存' })
  const update = useAction(updateDemand, { success: '需求草稿已保存' })
  const { label } = profileOf(at.profile)
  const place = placesOf(at)
  return (
    <FormScreen<Values>
      title={titleOf(label, { part, isNew: !demand })}
      back={demand ? { label: demand.title, to: place.detail(demand.demandId) } : { label, to: place.list }}
      facts={[demand?.code]}
      draft={`demands.${demand?.demandId ?? `new.${at.profile}`}${part === 'survey' ? '.survey' : ''}`}
      initial={demand ? valuesOf(demand) : INITIAL}
      sections={sectionsOf({ at, choices, isNew: !demand }).filter(({ of }) => part === 'all' || part === of)}
      submit={{
        label: '保存草稿',
        async run(values) {
          // What stands on the other page stays as it is.
          const body = {
            ...bodyOf({ ...(demand ? valuesOf(demand) : INITIAL), ...values }),
            profile: at.profile,
          }
          if (demand) return update.run({ params: { demandId: demand.demandId }, body })
          const outcome = await create.run({ body })
          if (outcome.ok) target.current = outcome.data.demandId
          return outcome
        },
      }}
      onDone={() => void navigate(place.detail(target.current), { replace: true })}
    />
  )
}

const INITIAL: Partial<Values> = {
  mode: 'open',
  hidesAnswers: true,
  items: [EMPTY_ITEM],
  parameters: [],
  questions: [],
  files: [],
}

function options<K extends string>(of: Readonly<Record<K, string>>) {
  return Object.entries<string>(of).map(([value, label]) => ({ value, label }))
}

const surveys = ({ mode }: Record<string, unknown>) => mode === 'open' || mode === 'invited'

interface SectionsAt {
  at: At
  choices: Choices
  isNew: boolean
}

function sectionsOf({ at, choices, isNew }: SectionsAt): (FormSection & { of: Exclude<FormPart, 'all'> })[] {
  const purchaser: Field[] =
    at.side === 'agency'
      ? [
          {
            kind: 'select',
            name: 'purchaserCompanyId',
            label: '采购人',
            required: true,
            searchable: true,
            disabled: !isNew,
            options: choices.purchasers.map(({ companyId, name }) => ({ value: companyId, label: name })),
          },
        ]
      : []
  return [
    {
      of: 'demand',
      title: '基本信息',
      fields: [
        { kind: 'text', name: 'title', label: '需求名称', required: true, wide: true },
        ...purchaser,
        { kind: 'radio', name: 'category', label: '类别', required: true, options: options(CATEGORIES) },
        {
          kind: 'select',
          name: 'categoryId',
          label: '需求分类',
          searchable: true,
          options: choices.categories.map(({ categoryId, name }) => ({ value: categoryId, label: name })),
          help: '选择后可套用该分类的参数模板，并核对一年内是否已调研',
        },
        { kind: 'amount', name: 'budget', label: '预算金额', required: true, help: '不向供应商公开' },
        {
          kind: 'select',
          name: 'regime',
          label: '适用制度',
          required: true,
          options: Object.entries(REGIMES).map(([value, { label }]) => ({ value, label })),
        },
        { kind: 'day', name: 'wishedOn', label: '期望交付日期' },
        { kind: 'text', name: 'place', label: '交付（实施）地点' },
        { kind: 'text', name: 'region', label: '所属地区', maxLength: 100 },
        { kind: 'text', name: 'funds', label: '资金来源' },
        { kind: 'switch', name: 'isPublicService', label: '向社会公众提供的公共服务' },
        { kind: 'switch', name: 'isComplex', label: '技术复杂、专业性较强' },
        ...demandFieldsOf(profileOf(at.profile).demandFields),
        { kind: 'area', name: 'purpose', label: '采购目的与用途', required: true, maxLength: 5000 },
        { kind: 'files', name: 'files', label: '需求文件', use: 'demand', help: '供应商可下载' },
      ],
    },
    {
      of: 'demand',
      title: '采购标的',
      hint: '转为采购项目时带入采购清单。',
      fields: [{ kind: 'custom', name: 'items', label: '采购标的', required: true, wide: true, control: <ItemRows /> }],
    },
    {
      of: 'survey',
      title: '需求参数',
      hint: '参数不得指向特定品牌、型号或供应商；供应商逐项应答。',
      fields: [
        { kind: 'custom', name: 'parameters', label: '需求参数', wide: true, control: <ParametersOfCategory /> },
      ],
    },
    {
      of: 'survey',
      title: '需求调研',
      fields: [
        { kind: 'radio', name: 'mode', label: '调研方式', required: true, wide: true, options: options(SURVEY_MODES) },
        {
          kind: 'area',
          name: 'noSurveyReason',
          label: '不开展调研的理由',
          required: true,
          rows: 3,
          maxLength: 1000,
          when: ({ mode }) => mode === 'none',
        },
        { kind: 'instant', name: 'endsAt', label: '调研截止时间', required: true, future: true, when: surveys },
        {
          kind: 'select',
          name: 'inviteeIds',
          label: '受邀供应商',
          required: true,
          multiple: true,
          searchable: true,
          wide: true,
          options: choices.suppliers.map(({ companyId, name }) => ({ value: companyId, label: name })),
          help: '一般不少于 3 家，并具有代表性',
          when: ({ mode }) => mode === 'invited',
        },
        {
          kind: 'switch',
          name: 'hidesAnswers',
          label: '截止前应答对本单位保密',
          help: '默认保密；关闭后提交即可查看',
          when: surveys,
        },
        { kind: 'custom', name: 'questions', label: '调研问卷', wide: true, control: <QuestionRows />, when: surveys },
      ],
    },
  ]
}

/** Rows of parameters with the templates of the category that was chosen above. */
function ParametersOfCategory(control: { value?: ParameterRow[]; onChange?: (rows: ParameterRow[]) => void }) {
  const categoryId = Form.useWatch<string | null | undefined>('categoryId') ?? null
  return <ParameterRows {...control} categoryId={categoryId} />
}

function bodyOf(values: Values): Body {
  const { items, parameters, questions, files, extras = {}, ...rest } = values
  const isAsked = rest.mode !== 'none'
  return {
    ...rest,
    endsAt: isAsked ? (rest.endsAt ?? null) : null,
    inviteeIds: rest.mode === 'invited' ? (rest.inviteeIds ?? []) : [],
    extras: Object.fromEntries(Object.entries(extras).filter(([, text]) => text)),
    items: filledItems(items),
    parameters: filledParameters(parameters ?? []),
    questions: isAsked ? (questions ?? []) : [],
    files: (files ?? []).map(({ fileId, name }) => ({ fileId, name })),
  }
}

function valuesOf(demand: Demand): Partial<Values> {
  const { title, category, categoryId, budget, regime, wishedOn, place, region, funds, purpose, mode } = demand
  return {
    title,
    category,
    categoryId,
    budget,
    regime,
    wishedOn,
    place,
    region,
    funds,
    purpose,
    mode,
    isPublicService: demand.isPublicService,
    isComplex: demand.isComplex,
    noSurveyReason: demand.noSurveyReason,
    hidesAnswers: demand.hidesAnswers,
    endsAt: demand.endsAt,
    purchaserCompanyId: demand.purchaserCompanyId,
    inviteeIds: demand.invitees.map(({ companyId }) => companyId),
    items: demand.items.map(lineOf),
    parameters: demand.parameters,
    questions: demand.questions,
    extras: demand.extras,
    files: demand.files,
  }
}

function lineOf(item: Demand['items'][number]): ItemRow {
  const { lotNo, code, name, spec, unit, quantity, controlPrice, section, remark } = item
  return { lotNo, code, name, spec, unit, quantity, controlPrice, section, remark }
}
