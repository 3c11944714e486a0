import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ListScreen } from '#web/kit/list-screen.tsx'
import { NotedTag } from '#web/kit/status-tag.tsx'
import { MainCell } from '#web/kit/values.tsx'
import { appraisalPage } from '../contract/appraisals.ts'
import { PLACES } from '../rules/places.ts'
import { APPRAISAL_STATES } from '../rules/status.ts'
import { AppraisalDrawer } from './appraisal-drawer.tsx'
import { appraisalTag, tabsOf, useKeeper } from './words.ts'

/** Appraisals of the own library. */
export function Screen() {
  const isKeeper = useKeeper()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ListScreen
        title="供应商考核"
        endpoint={appraisalPage}
        rowKey={(row) => row.appraisalId}
        exportAs="供应商考核"
        tabs={{ param: 'state', tabs: tabsOf(APPRAISAL_STATES) }}
        filters={[{ kind: 'text', name: 'keyword', label: '考核名称' }]}
        columns={[
          {
            key: 'title',
            title: '考核',
            value: (row) => row.title,
            render: (row) => (
              <MainCell code={row.templateName} title={row.title} to={PLACES.appraisal(row.appraisalId)} />
            ),
          },
          { key: 'period', title: '考核期', width: 210, value: (row) => `${row.from} 至 ${row.until}` },
          {
            key: 'suppliers',
            title: '供应商',
            kind: 'number',
            width: 90,
            value: (row) => (row.state === 'draft' ? '' : row.suppliers),
          },
          {
            key: 'handedIn',
            title: '评分人',
            width: 120,
            value: (row) => (row.appraisers === 0 ? '无需打分' : `已提交 ${row.handedIn}/${row.appraisers}`),
          },
          { key: 'deadline', title: '打分截止', kind: 'time', width: 140, value: (row) => row.deadline },
          {
            key: 'state',
            title: '状态',
            width: 150,
            value: (row) => APPRAISAL_STATES[row.state],
            render: (row) => <NotedTag {...appraisalTag(row.state)} notes={notesOf(row)} />,
          },
        ]}
        rowActions={(row) => [{ label: '查看', to: PLACES.appraisal(row.appraisalId) }]}
        {...(isKeeper && { primary: { label: '新建考核', onClick: () => setOpen(true) } })}
        empty={{ title: '还没有供应商考核', hint: '先建好指标和模板，再选定考核期、供应商和评分人' }}
      />
      {isOpen && (
        <AppraisalDrawer
          onDone={(appraisalId) => void navigate(PLACES.appraisal(appraisalId))}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function notesOf({ pendingApproval, openObjections }: { pendingApproval: string | null; openObjections: number }) {
  return [pendingApproval && '审批中', openObjections > 0 && `${openObjections} 件异议待答复`].filter(
    (one): one is string => Boolean(one),
  )
}
