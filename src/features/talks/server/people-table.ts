/** Who was there, as minutes print it: people with their side in words, as `input.people`. */
export const PEOPLE_TABLE = `= 参加人员
#data-table(
  ((title: "代表", key: "side", width: 0.8fr), (title: "姓名", key: "name", width: 1fr), (title: "单位", key: "unit", width: 2fr), (title: "职务或职称", key: "title", width: 1fr)),
  input.people,
)`
