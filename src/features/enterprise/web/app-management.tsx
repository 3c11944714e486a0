import { Switch } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { call } from '#web/call.ts'
import { WhenLoaded } from '#web/kit/form-screen.tsx'
import { PageHead } from '#web/kit/page-head.tsx'
import { EmptyState } from '#web/kit/states.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { menus } from '#web/platform.ts'
import { session } from '#web/shell/session.ts'
import { useAction, useCall } from '#web/use-call.ts'
import { sourcingMenus, switchApp } from '../contract/company.ts'
import { COMPANY_WORKBENCHES, WORKBENCH_LABELS } from '../rules/company-types.ts'
import './enterprise.css'

type App = OutputOf<typeof sourcingMenus>[number]

/** The applications of each workbench; switching one changes the menus of everybody in the company. */
export function Screen() {
  const query = useCall(sourcingMenus, {}, { fresh: 0 })
  const change = useAction(switchApp, { success: '菜单已更新' })
  const turn = async (app: App, isOn: boolean) => {
    const outcome = await change.run({ body: { workbench: app.workbench, code: app.code, isOn } })
    if (outcome.ok) session.set({ menus: await call(menus) })
  }
  return (
    <WhenLoaded query={query}>
      {(apps) => (
        <>
          <PageHead
            title="应用管理"
            facts={[
              `已启用 ${apps.filter((app) => app.isOn).length} / ${apps.length}`,
              '停用后本企业员工的菜单中不再显示；已在进行的项目和直接链接不受影响',
            ]}
          />
          {apps.length === 0 && <EmptyState title="没有可管理的应用" hint="开通工作台后，其应用在这里启用或停用" />}
          {COMPANY_WORKBENCHES.filter((workbench) => apps.some((app) => app.workbench === workbench)).map(
            (workbench) => (
              <section key={workbench} className="kb-section">
                <h2>{WORKBENCH_LABELS[workbench]}工作台</h2>
                <ul className="ent-entries">
                  {apps
                    .filter((app) => app.workbench === workbench)
                    .map((app) => (
                      <li key={app.code}>
                        <div>
                          <div className="kb-row kb-wrap kb-strong">
                            {app.label}
                            <StatusTag label={app.isOn ? '已启用' : '已停用'} tone={app.isOn ? 'success' : 'neutral'} />
                          </div>
                          <p className="kb-size-13 kb-soft">{app.description}</p>
                        </div>
                        <div className="kb-row">
                          <Switch
                            checked={app.isOn}
                            disabled={app.obstacle !== ''}
                            loading={change.busy}
                            aria-label={`启用${app.label}`}
                            onChange={(isOn) => void turn(app, isOn)}
                          />
                        </div>
                        {app.obstacle && <p className="kb-hint kb-span">{app.obstacle}</p>}
                      </li>
                    ))}
                </ul>
              </section>
            ),
          )}
        </>
      )}
    </WhenLoaded>
  )
}
