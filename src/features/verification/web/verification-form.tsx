import { Button, Input } from 'antd'
import { useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { InputOf } from '#contract/endpoint.ts'
import { newId } from '#contract/id.ts'
import { EditRows } from '#web/kit/edit-rows.tsx'
import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field } from '#web/kit/form-fields.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { createVerification, updateVerification, verificationDetail, verificationSubjects } from '../contract.ts'
import { KINDS, places, type SubjectKind, SUBJECTS } from '../rules/verification.ts'
import type { Detail } from './words.ts'

interface Question {
  questionId: string
  title: string
}
type Values = Omit<InputOf<typeof createVerification>['body'], 'files' | 'questions'> & {
  files: FileRef[]
  questions: Question[]
}
interface Side {
  side: 'purchaser' | 'agency'
}

/** Questions to begin with, by what is verified. */
const QUESTIONS: Readonly<Record<SubjectKind, readonly string[]>> = {
  demand: [
    '需求是否必要、合理，与实际工作需要相适应？',
    '参数设置是否具有竞争性，没有指向特定品牌？',
    '预算是否与市场价格相符？',
  ],
  plan: ['采购方式和评审因素是否与需求相适应？', '合同类型、验收方案和风险管控是否可行？'],
  source: ['是否只能从唯一供应商处采购？', '是否存在可替代的产品或者服务？', '价格是否合理？'],
}

/** Drafts a verification: what is verified, why, and what experts are asked. */
export function Screen({ side }: Side) {
  const [search] = useSearchParams()
  const id = search.get('id')
  if (id) return <Existing side={side} id={id} />
  const given = search.get('kind')
  const kind = given !== null && given in SUBJECTS ? (given as SubjectKind) : null
  return <New side={side} kind={kind} subjectId={search.get('subjectId')} />
}

function Existing({ side, id }: Side & { id: string }) {
  const query = useCall(verificationDetail, { params: { verificationId: id } }, { fresh: 0 })
  return (
    <WhenLoaded query={query}>
      {(detail) => (
        <Editor
          side={side}
          detail={detail}
          options={[]}
          initial={{
            title: detail.title,
            kind: detail.kind,
            background: detail.background,
            questions: detail.questions,
            files: detail.files,
          }}
        />
      )}
    </WhenLoaded>
  )
}

interface NewProps extends Side {
  kind: SubjectKind | null
  subjectId: string | null
}

/** Nothing is drafted before it is known what: the kind first, then one of that kind. */
function New({ side, kind, subjectId }: NewProps) {
  const navigate = useNavigate()
  const place = places(side)
  if (kind === null)
    return (
      <FormScreen<{ subjectKind: SubjectKind }>
        title="新建论证"
        back={{ label: '需求论证', to: place.list }}
        sections={[
          {
            title: '论证什么',
            hint: '采购需求须已形成调研结论；仅一个品牌满足的必须参数须已在结论中说明理由。',
            fields: [
              {
                kind: 'radio',
                name: 'subjectKind',
                label: '论证对象',
                required: true,
                options: Object.entries(SUBJECTS).map(([value, label]) => ({ value, label })),
              },
            ],
          },
        ]}
        submit={{
          label: '下一步',
          run({ subjectKind }) {
            void navigate(`${place.form}?kind=${subjectKind}`)
            return Promise.resolve({ ok: true, data: null })
          },
        }}
      />
    )
  return <OfKind key={kind} side={side} kind={kind} subjectId={subjectId} />
}

function OfKind({ side, kind, subjectId }: Side & { kind: SubjectKind; subjectId: string | null }) {
  const query = useCall(verificationSubjects, { query: { subjectKind: kind } })
  return (
    <WhenLoaded query={query}>
      {(subjects) => {
        const known = subjects.find((one) => one.subjectId === subjectId)
        return (
          <Editor
            side={side}
            detail={null}
            options={subjects.map(({ subjectId: value, title, code }) => ({ value, label: `${title}（${code}）` }))}
            initial={{
              subjectKind: kind,
              ...(known && { subjectId: known.subjectId, title: `${known.title}论证` }),
              kind: 'general',
              questions: QUESTIONS[kind].map((title) => ({ questionId: newId(), title })),
              files: [],
            }}
          />
        )
      }}
    </WhenLoaded>
  )
}

interface EditorProps extends Side {
  detail: Detail | null
  options: { value: string; label: string }[]
  initial: Partial<Values>
}

function Editor({ side, detail, options, initial }: EditorProps) {
  const navigate = useNavigate()
  const target = useRef(detail?.verificationId ?? '')
  const create = useAction(createVerification, { success: '论证草稿已保存' })
  const update = useAction(updateVerification, { success: '论证草稿已保存' })
  const place = places(side)
  const kind = detail?.subjectKind ?? initial.subjectKind!
  const subject: Field[] = detail
    ? []
    : [
        {
          kind: 'select',
          name: 'subjectId',
          label: SUBJECTS[kind],
          required: true,
          searchable: true,
          wide: true,
          options,
          help: options.length === 0 ? `没有可以论证的${SUBJECTS[kind]}` : undefined,
        },
      ]
  return (
    <FormScreen<Values>
      title={detail ? '编辑论证' : '新建论证'}
      back={
        detail
          ? { label: detail.title, to: place.detail(detail.verificationId) }
          : { label: '需求论证', to: place.list }
      }
      facts={[detail ? `${SUBJECTS[kind]}：${detail.subjectTitle}` : SUBJECTS[kind]]}
      draft={`verification.${detail?.verificationId ?? `new.${kind}`}`}
      initial={initial}
      sections={[
        {
          title: '论证',
          fields: [
            ...subject,
            { kind: 'text', name: 'title', label: '论证名称', required: true, wide: true },
            {
              kind: 'radio',
              name: 'kind',
              label: '类别',
              required: true,
              options: Object.entries(KINDS).map(([value, { label, least }]) => ({
                value,
                label: `${label}（至少 ${least} 名专家）`,
              })),
            },
            { kind: 'area', name: 'background', label: '论证背景', required: true, maxLength: 5000 },
            { kind: 'files', name: 'files', label: '论证材料', use: 'verification', help: '受邀专家可以查看' },
          ],
        },
        {
          title: '论证问题',
          hint: '专家逐题独立提出意见，全部提交前互不可见。',
          fields: [
            { kind: 'custom', name: 'questions', label: '问题', required: true, wide: true, control: <Questions /> },
          ],
        },
      ]}
      submit={{
        label: '保存草稿',
        async run({ files, subjectId, ...values }) {
          const body = {
            title: values.title,
            kind: values.kind,
            background: values.background,
            questions: values.questions.filter(({ title }) => title.trim() !== ''),
            files: (files ?? []).map(({ fileId, name }) => ({ fileId, name })),
          }
          if (detail) return update.run({ params: { verificationId: detail.verificationId }, body })
          const outcome = await create.run({ body: { ...body, subjectKind: kind, subjectId } })
          if (outcome.ok) target.current = outcome.data.verificationId
          return outcome
        },
      }}
      onDone={() => void navigate(place.detail(target.current), { replace: true })}
    />
  )
}

function Questions({ value = [], onChange }: { value?: Question[]; onChange?: (rows: Question[]) => void }) {
  return (
    <div className="kb-stack kb-gap-8">
      <EditRows
        label="论证问题"
        rows={value}
        nameOf={(index) => `第 ${index + 1} 题`}
        path="questions"
        columns={[
          {
            title: '问题',
            cell: (row, { set, label }) => (
              <Input
                aria-label={label}
                maxLength={500}
                value={row.title}
                onChange={(event) => set({ title: event.target.value })}
              />
            ),
          },
        ]}
        onChange={(rows) => onChange?.(rows)}
      />
      <div>
        <Button size="small" onClick={() => onChange?.([...value, { questionId: newId(), title: '' }])}>
          添加问题
        </Button>
      </div>
    </div>
  )
}
