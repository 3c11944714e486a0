import { Button, Select } from 'antd'
import { useNavigate, useParams } from 'react-router'
import { orderDetail } from '#features/procurement/contract/order.ts'
import { projectDetail, projectPage } from '#features/procurement/contract/project.ts'
import { methodsOf } from '#features/procurement/methods/all.ts'
import type { Family } from '#features/procurement/methods/family.ts'
import { EmptyPage } from '#web/kit/empty-page.tsx'
import { FormScreen, WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { batchLots, projectPackages, savePackage } from '../contract.ts'
import { packagePlaces, type Side } from '../rules/places.ts'
import { LineLots } from './line-lots.tsx'
import { LotRows } from './lot-rows.tsx'
import { bodyOf, initialOf, type PackageValues, problemsOf } from './package-values.ts'
import type { Given, Project } from './types.ts'

interface FormProps {
  side: Side
  family: Family
}

/** Chooses the project, and splits it into orders that run as one package; or edits the drafts of one. */
export function Screen({ side, family }: FormProps) {
  const { projectId = '' } = useParams()
  return projectId === '' ? (
    <ChooseProject side={side} family={family} />
  ) : (
    <OfProject side={side} family={family} projectId={projectId} />
  )
}

function ChooseProject({ side, family }: FormProps) {
  const at = packagePlaces(side, family)
  const navigate = useNavigate()
  const query = useCall(projectPage, { query: { pageSize: 100 } })
  return (
    <>
      <PageHead title="新建采购包" back={{ label: family.packages!.list, to: at.list }} />
      <WhenLoaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title="还没有采购项目" hint="采购包由一个采购项目的清单分成，请先登记采购项目和采购清单" />
          ) : (
            <div className="kb-stack kb-gap-8 kb-reading kb-above-16">
              <label htmlFor="package-project">为哪个采购项目建立采购包？</label>
              <Select
                id="package-project"
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="输入项目名称或编号查找"
                options={rows.map((row) => ({ value: row.projectId, label: `${row.name}（${row.code}）` }))}
                onChange={(projectId: string) => void navigate(at.create({ projectId }))}
              />
            </div>
          )
        }
      </WhenLoaded>
    </>
  )
}

function OfProject({ side, family, projectId }: FormProps & { projectId: string }) {
  const { orderIds = '' } = useParams()
  const [first = ''] = orderIds.split(',')
  const project = useCall(projectDetail, { params: { projectId } })
  const isEdit = orderIds !== ''
  const lots = useCall(batchLots, { query: { orderIds, step: 'change' } }, { enabled: isEdit })
  const order = useCall(orderDetail, { params: { orderId: first } }, { enabled: isEdit })
  const packages = useCall(projectPackages, { params: { projectId } }, { enabled: isEdit })
  const ready = !isEdit || (lots.data && order.data && packages.data)
  const failed = [lots, order, packages].find(({ error }) => error)
  if (failed) return <WhenLoaded query={failed as typeof lots}>{() => null}</WhenLoaded>
  return (
    <WhenLoaded query={project}>
      {(found) =>
        ready ? (
          <PackageForm
            side={side}
            family={family}
            project={found}
            given={isEdit ? { rows: lots.data!.rows, order: order.data!, packages: packages.data! } : null}
          />
        ) : null
      }
    </WhenLoaded>
  )
}

function PackageForm({ side, family, project, given }: FormProps & { project: Project; given: Given | null }) {
  const at = packagePlaces(side, family)
  const navigate = useNavigate()
  const method = methodsOf(family)[0]!
  const save = useAction(savePackage, { success: '采购包已保存', quiet: true })
  const { projectId, lines } = project
  const back = given ? { label: '采购包', to: at.detail(projectId) } : { label: family.packages!.list, to: at.list }
  const isFrozen = given?.rows.some(({ state }) => state !== 'publish.draft')
  if (lines.length === 0 || isFrozen)
    return (
      <EmptyPage
        head="编辑采购包"
        back={back}
        title={isFrozen ? '所选采购单已发布，不能再修改' : '该项目还没有采购清单'}
        hint={isFrozen ? '变更须发布变更公告' : '请先在采购项目中编制采购清单，再分包'}
        {...(isFrozen ? {} : { action: <Button onClick={() => void navigate(-1)}>返回</Button> })}
      />
    )
  return (
    <FormScreen<PackageValues>
      title={given ? '编辑采购包' : '新建采购包'}
      facts={[project.code, project.name]}
      back={back}
      {...(given ? {} : { draft: `packages.new.${projectId}` })}
      initial={initialOf(project, given)}
      sections={[
        {
          title: '采购包',
          fields: [
            {
              kind: 'text',
              name: 'title',
              label: '采购包名称',
              required: true,
              maxLength: 100,
              help: `公告标题为“名称${method.words.announcement}”`,
            },
          ],
        },
        {
          title: '分包',
          hint: '每行清单归入一个包号，一个包号为一个采购单。仅邀请的采购单不出现在公告中，受邀者以外的供应商不会得知。',
          fields: [
            {
              kind: 'custom',
              name: 'split',
              label: '清单归入包号',
              wide: true,
              control: <LineLots lines={lines} isFixed={given !== null} />,
            },
            { kind: 'custom', name: 'lots', label: '采购单', wide: true, control: <LotRows lines={lines} /> },
          ],
        },
        {
          title: '共同条款',
          hint: '适用于全部采购单；发布时公开的采购单时间须一致。',
          fields: [
            {
              kind: 'instant',
              name: 'signUpEnd',
              label: method.dates.labels.signUpEnd ?? '',
              required: true,
              future: true,
            },
            {
              kind: 'instant',
              name: 'questionEnd',
              label: method.dates.labels.questionEnd ?? '',
              required: true,
              future: true,
            },
            { kind: 'instant', name: 'bidEnd', label: method.dates.labels.bidEnd ?? '', required: true, future: true },
            { kind: 'integer', name: 'rounds', label: '最多报价轮次', min: 1, max: 10, required: true },
            {
              kind: 'integer',
              name: 'candidateDays',
              label: '预成交公示期（日）',
              min: 0,
              max: 30,
              help: '0 为不公示',
            },
            { kind: 'amount', name: 'bond', label: method.words.bond, help: '每个采购单分别缴纳，0 为无需缴纳' },
            {
              kind: 'area',
              name: 'qualifications',
              label: '报名资料',
              rows: 3,
              maxLength: 1000,
              placeholder: '每行一项，如：营业执照',
            },
            { kind: 'area', name: 'delivery', label: '交付要求', rows: 2, maxLength: 1000 },
            { kind: 'area', name: 'paymentTerms', label: '付款条件', rows: 2, maxLength: 1000 },
            { kind: 'files', name: 'files', label: method.words.documents, use: 'tender-document', most: 20 },
          ],
        },
        {
          title: '公告补充',
          hint: '公告正文按采购单和共同条款自动生成。此处的内容写在采购单列表之后，每行一段；不得写明仅邀请的采购单。',
          fields: [{ kind: 'area', name: 'remark', label: '补充说明', rows: 4, maxLength: 2000 }],
        },
      ]}
      schema={problemsOf(lines)}
      submit={{
        label: '保存采购包',
        run: (values) => save.run({ body: bodyOf(values, { project, method: method.code, given }) }),
      }}
      onDone={() => void navigate(at.detail(projectId))}
    />
  )
}
