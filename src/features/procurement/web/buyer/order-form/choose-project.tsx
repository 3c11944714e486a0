import { Button, Select } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState, Skeleton } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { projectPage } from '../../../contract/project.ts'
import { useBuyer } from '../use-buyer.ts'
import { MethodChoice } from './method-choice.tsx'
import '../buyer.css'

const NewProject = lazy(() => import('./new-project.tsx').then((m) => ({ default: m.NewProject })))

/** An order belongs to a project: the first step of a new one. A new project is made with its order. */
export function ChooseProject() {
  const at = useBuyer()
  const navigate = useNavigate()
  const query = useCall(projectPage, { query: { pageSize: 100 } })
  const [isNew, setNew] = useState(false)
  if (isNew)
    return (
      <Suspense fallback={<Skeleton title lines={10} />}>
        <NewProject />
      </Suspense>
    )
  return (
    <>
      <PageHead title={at.say('新建{act}')} back={{ label: at.listName, to: at.page('publish.list') }} />
      <WhenLoaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="还没有采购项目"
              hint={at.say('{act}从采购项目开始：项目、采购清单和{order}可一并建立')}
              action={
                <Button type="primary" onClick={() => setNew(true)}>
                  {at.say('新建项目并{act}')}
                </Button>
              }
            />
          ) : (
            <div className="buyer-choose kb-stack">
              <MethodChoice />
              <label htmlFor="choose-project">{at.say('为哪个采购项目{act}？')}</label>
              <Select
                id="choose-project"
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="输入项目名称或编号查找"
                options={rows.map((row) => ({ value: row.projectId, label: `${row.name}（${row.code}）` }))}
                onChange={(projectId: string) => void navigate(at.form({ projectId }))}
              />
              <div>
                <Button type="link" className="buyer-choose-new" onClick={() => setNew(true)}>
                  {at.say('没有需要的项目？新建项目并{act} ›')}
                </Button>
              </div>
            </div>
          )
        }
      </WhenLoaded>
    </>
  )
}
