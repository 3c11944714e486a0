import { useRef } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { METHODS } from '#features/procurement/methods/all.ts'
import { CATEGORIES } from '#features/procurement/rules/enums.ts'
import { REGIMES } from '#features/procurement/rules/regimes.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field, FormSection } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createSupplement, supplementChoices, supplementDetail, updateSupplement } from '../../contract/supplement.ts'
import { RUN_DATE_NAMES, RUN_DATES } from '../../rules/dates.ts'
import { type Side, supplementPlaces } from '../../rules/places.ts'
import { ADMISSIONS } from '../../rules/words.ts'
import { MarkNote } from '../marks.tsx'
import { optionsOf } from '../words.ts'
import {
  type AwardRow,
  AwardRows,
  EMPTY_AWARD,
  EMPTY_PARTICIPANT,
  type LineRow,
  LineRows,
  type NoticeRow,
  NoticeRows,
  type ParticipantRow,
  ParticipantRows,
} from './rows.tsx'

type Body = InputOf<typeof createSupplement>['body']
type Choices = OutputOf<typeof supplementChoices>
type Supplement = OutputOf<typeof supplementDetail>
/** What stands in the form; files with what the upload tells of them. */
type Values = Omit<Body, 'participants' | 'awards' | 'lines' | 'notices' | 'files'> & {
  participants: ParticipantRow[]
  awards: AwardRow[]
  lines: LineRow[]
  notices: NoticeRow[]
  files: FileRef[]
  correctionReason?: string
}

/** Writes the registration of a finished purchase, or the correction of one. */
export function Screen({ side }: { side: Side }) {
  const { supplementId } = useParams()
  const choices = useCall(supplementChoices, { query: {} })
  return (
    <WhenLoaded query={choices}>
      {(data) =>
        supplementId ? (
          <Existing side={side} supplementId={supplementId} choices={data} />
        ) : (
          <SupplementForm side={side} choices={data} />
        )
      }
    </WhenLoaded>
  )
}

interface FormProps {
  side: Side
  choices: Choices
  row?: Supplement
}

function Existing({ supplementId, ...rest }: FormProps & { supplementId: string }) {
  const query = useCall(supplementDetail, { params: { supplementId } }, { fresh: 0 })
  return <WhenLoaded query={query}>{(row) => <SupplementForm {...rest} row={row} />}</WhenLoaded>
}

function SupplementForm({ side, choices, row }: FormProps) {
  const navigate = useNavigate()
  const target = useRef(row?.supplementId ?? '')
  const create = useAction(createSupplement, { success: '已保存，请核对' })
  const update = useAction(updateSupplement, { success: '已保存，请核对' })
  const isCorrection = row !== undefined && row.version > 0
  const revision = row?.revision ?? 1
  const place = supplementPlaces(side)
  return (
    <FormScreen<Values>
      title={isCorrection ? '更正补录' : row ? '编辑补录' : '登记补录'}
      back={row ? { label: row.title, to: place.detail(row.supplementId) } : { label: '补录登记', to: place.list }}
      facts={[row?.code]}
      draft={`supplement.${row ? `${row.supplementId}.${revision}` : `new.${side}`}`}
      initial={row ? valuesOf(row) : INITIAL}
      sections={sectionsOf({ side, choices, row, isCorrection })}
      submit={{
        label: '保存并核对',
        async run({ correctionReason = '', purchaserCompanyId = null, ...values }) {
          const body = bodyOf(values)
          if (row)
            return update.run({
              params: { supplementId: row.supplementId },
              body: { ...body, revision, correctionReason },
            })
          const outcome = await create.run({ body: { ...body, purchaserCompanyId } })
          if (outcome.ok) target.current = outcome.data.supplementId
          return outcome
        },
      }}
      onDone={() => void navigate(place.preview(target.current), { replace: true })}
    />
  )
}

const INITIAL: Partial<Values> = {
  admission: 'open',
  participants: [EMPTY_PARTICIPANT],
  awards: [EMPTY_AWARD],
  lines: [],
  notices: [],
  files: [],
}

function sectionsOf({
  side,
  choices,
  row,
  isCorrection,
}: FormProps & { row: Supplement | undefined; isCorrection: boolean }): FormSection[] {
  const correction: Field[] = isCorrection
    ? [
        {
          kind: 'area',
          name: 'correctionReason',
          label: '更正原因',
          required: true,
          maxLength: 500,
          rows: 2,
          help: '与改动一并留在登记记录中，此前版本仍可查阅',
        },
      ]
    : []
  const purchaser: Field[] =
    side === 'agency'
      ? [
          {
            kind: 'select',
            name: 'purchaserCompanyId',
            label: '采购人',
            required: true,
            searchable: true,
            disabled: row !== undefined,
            options: choices.purchasers.map(({ companyId, name }) => ({ value: companyId, label: name })),
            help: '已注册的采购人须先同意委托，并选择其委托的项目',
          },
        ]
      : []
  const project: Field[] = isCorrection
    ? []
    : [
        {
          kind: 'select',
          name: 'projectId',
          label: '所属项目',
          searchable: true,
          options: choices.projects.map(({ projectId, code, name }) => ({
            value: projectId,
            label: `${name}（${code}）`,
          })),
          help: '不选则登记时建立补录项目',
        },
      ]
  return [
    {
      title: '采购',
      hint: <MarkNote />,
      fields: [
        ...correction,
        { kind: 'text', name: 'title', label: '采购名称', required: true, wide: true },
        ...purchaser,
        ...project,
        {
          kind: 'select',
          name: 'method',
          label: '采购方式',
          required: true,
          options: METHODS.map(({ code, name }) => ({ value: code, label: name })),
        },
        { kind: 'radio', name: 'admission', label: '公开或邀请', required: true, options: optionsOf(ADMISSIONS) },
        { kind: 'radio', name: 'category', label: '类别', required: true, options: optionsOf(CATEGORIES) },
        {
          kind: 'select',
          name: 'regime',
          label: '适用制度',
          required: true,
          options: Object.entries(REGIMES).map(([value, { label }]) => ({ value, label })),
        },
        { kind: 'amount', name: 'budget', label: '预算金额', required: true },
        { kind: 'amount', name: 'ceiling', label: '最高限价' },
        { kind: 'text', name: 'venue', label: '原组织平台或地点' },
        { kind: 'text', name: 'region', label: '项目所在地', maxLength: 100 },
        { kind: 'text', name: 'funds', label: '资金来源' },
        { kind: 'area', name: 'reason', label: '补录原因', required: true, maxLength: 2000, rows: 3 },
      ],
    },
    {
      title: '时间',
      hint: '如实填写实际发生的时间；先后或期限不符的，记录为不符，不影响登记。不清楚的可以不填。',
      fields: RUN_DATE_NAMES.map((name): Field => ({
        kind: RUN_DATES[name].kind,
        name,
        label: RUN_DATES[name].label,
        required: name === 'awardedOn',
      })),
    },
    {
      title: '参加单位',
      fields: [{ kind: 'custom', name: 'participants', label: '参加单位', wide: true, control: <ParticipantRows /> }],
    },
    {
      title: '成交结果',
      fields: [
        { kind: 'custom', name: 'awards', label: '成交结果', required: true, wide: true, control: <AwardRows /> },
        { kind: 'area', name: 'result', label: '结果说明', maxLength: 5000, rows: 3 },
      ],
    },
    {
      title: '采购清单',
      fields: [{ kind: 'custom', name: 'lines', label: '采购清单', wide: true, control: <LineRows /> }],
    },
    {
      title: '公告与附件',
      fields: [
        { kind: 'custom', name: 'notices', label: '公告', wide: true, control: <NoticeRows /> },
        {
          kind: 'files',
          name: 'files',
          label: '附件',
          use: 'supplement',
          most: 50,
          help: '采购文件、评审报告、成交通知书、合同等扫描件',
        },
      ],
    },
  ]
}

function bodyOf(values: Values): Omit<Body, 'purchaserCompanyId'> {
  const { participants, awards, lines, notices, files, ...rest } = values
  const dates = Object.fromEntries(
    RUN_DATE_NAMES.filter((name) => name !== 'awardedOn').map((name) => [name, rest[name] || null]),
  )
  return {
    ...rest,
    ...dates,
    ceiling: rest.ceiling || null,
    projectId: rest.projectId ?? null,
    // Rows that say nothing are left out.
    participants: (participants ?? []).filter(({ name }) => name.trim() !== ''),
    awards: (awards ?? []).filter(({ name, price }) => name.trim() !== '' || price !== ''),
    lines: (lines ?? []).filter(({ name, unit, quantity }) => [name, unit, quantity].some((one) => one.trim() !== '')),
    notices: (notices ?? []).filter(({ title }) => title.trim() !== ''),
    files: (files ?? []).map(({ fileId, name }) => ({ fileId, name })),
  }
}

function valuesOf(row: Supplement): Partial<Values> {
  const { content, files } = row.copy ?? row.inForce!
  return {
    ...content,
    files,
    projectId: row.projectId,
    purchaserCompanyId: row.purchaserCompanyId,
    correctionReason: row.copy?.reason ?? '',
  }
}
