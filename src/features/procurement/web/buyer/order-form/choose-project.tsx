import { Select } from 'antd'
import { Link, useNavigate } from 'react-router'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead, PrimaryButton } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { useCall } from '#web/use-call.ts'
import { projectPage } from '../../../contract/project.ts'
import { useAddresses } from '../addresses.ts'
import '../buyer.css'

/** An order belongs to a project: the first step of a new one. */
export function ChooseProject() {
  const at = useAddresses()
  const navigate = useNavigate()
  const query = useCall(projectPage, { query: { pageSize: 100 } })
  return (
    <>
      <PageHead title="新建招标" back={{ label: '公开招标', to: at.list }} />
      <WhenLoaded query={query}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState
              title="还没有采购项目"
              hint="招标从采购项目开始：先登记项目和采购清单"
              action={<PrimaryButton label="新建项目" to={at.projectForm()} />}
            />
          ) : (
            <div className="buyer-choose">
              <label htmlFor="choose-project">为哪个采购项目{at.method.offers === 'live' ? '竞价' : '招标'}？</label>
              <Select
                id="choose-project"
                showSearch={{ optionFilterProp: 'label' }}
                placeholder="输入项目名称或编号查找"
                options={rows.map((row) => ({ value: row.projectId, label: `${row.name}（${row.code}）` }))}
                onChange={(projectId: string) => void navigate(at.form({ projectId }))}
              />
              <Link to={at.projectForm()}>没有需要的项目？新建项目 ›</Link>
            </div>
          )
        }
      </WhenLoaded>
    </>
  )
}
