import { ListScreen } from '#web/kit/list-screen.tsx'
import { ErrorState, Skeleton } from '#web/kit/states.tsx'
import { MainCell, TimeText } from '#web/kit/values.tsx'
import { useCall } from '#web/use-call.ts'
import { StatisticScope } from '../contract/shared.ts'
import { loginCount, loginPage, loginTrend, visitorRank, visitRank } from '../contract/statistics.ts'
import { Figures } from '#web/kit/figures.tsx'
import { PeriodBar, usePeriod } from '#web/kit/period-bar.tsx'
import { RankPanel, TrendPanel } from './rank-panels.tsx'
import '#web/kit/statistics.css'

/** Who came, how often, from where. */
export function Screen() {
  const query = usePeriod()
  const count = useCall(loginCount, { query }, { keep: true })
  const trend = useCall(loginTrend, { query }, { keep: true })
  const visits = useCall(visitRank, { query }, { keep: true })
  const visitors = useCall(visitorRank, { query }, { keep: true })
  const failed = [count, trend, visits, visitors].find((one) => one.error)
  return (
    <ListScreen
      title="登录日志"
      endpoint={loginPage}
      fixed={{ query }}
      rowKey={(r) => r.id}
      exportAs="登录日志"
      filters={[{ kind: 'text', name: 'keyword', label: '姓名或IP地址' }]}
      columns={[
        {
          key: 'name',
          title: '人员',
          value: (r) => r.name,
          render: (r) => <MainCell title={r.name} code={r.mobile} />,
        },
        { key: 'dept', title: '部门', width: 140, value: (r) => r.deptName },
        { key: 'company', title: '企业', value: (r) => r.companyName, hidden: query.scope === 0 },
        {
          key: 'at',
          title: '时间',
          kind: 'time',
          width: 170,
          value: (r) => r.at,
          render: (r) => <TimeText at={r.at} absolute seconds />,
        },
        { key: 'ip', title: 'IP地址', width: 150, value: (r) => r.ip },
        { key: 'device', title: '设备', width: 150, value: (r) => r.device },
      ]}
      empty={{ title: '该时间内没有登录记录', hint: '可调整时间或统计范围' }}
    >
      <PeriodBar unit="day" scopes={StatisticScope.options} shown={count.data} />
      {failed?.error && !failed.data ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !count.data || !trend.data || !visits.data || !visitors.data ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <Figures
            items={[
              {
                label: '今日访问',
                value: `${count.data.today.visits}`,
                unit: '次',
                hint: `${count.data.today.visitors} 人`,
              },
              {
                label: '期间访问',
                value: `${count.data.period.visits}`,
                unit: '次',
                hint: `日均 ${count.data.perDay} 次`,
              },
              {
                label: '期间访客',
                value: `${count.data.period.visitors}`,
                unit: '人',
                hint: `在用员工 ${count.data.employees} 人`,
              },
            ]}
          />
          <TrendPanel rows={trend.data} />
          <div className="kb-stat-panels">
            <RankPanel
              title={query.scope === 1 ? '企业访问排行' : '部门访问排行'}
              unit={query.scope === 1 ? '企业' : '部门'}
              rows={visits.data}
            />
            <RankPanel title="访客排行" unit="人员" rows={visitors.data} people />
          </div>
          <h2>访问明细</h2>
        </>
      )}
    </ListScreen>
  )
}
