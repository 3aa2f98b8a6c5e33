-- Run by test_neovim.py in a project folder: nvim --headless --clean -l neovim.lua FILE
local deadline = 30000

local function check(holds, what)
  if not holds then
    io.stderr:write('FAIL ' .. what .. '\n')
    vim.cmd('cquit 1')
  end
  io.stdout:write('ok ' .. what .. '\n')
end

local function diagnostics(code)
  return vim.tbl_filter(function(d) return d.code == code end, vim.diagnostic.get(0))
end

local function wait(what, condition)
  check(vim.wait(deadline, condition, 10), what)
end

vim.opt.runtimepath:append(vim.env.HERBRAND_NEOVIM)
vim.cmd('runtime plugin/herbrand.lua')
vim.cmd('filetype on')
vim.lsp.enable('herbrand')

-- A real game: four propositions in parentheses. One is mended by itself, the rest at once.
vim.cmd.edit(arg[1])
check(vim.bo.filetype == 'kif', 'the file is recognised')
local code = 'parenthesised-proposition'
wait('the game gets its diagnostics', function() return #diagnostics(code) == 4 end)
local remark = diagnostics(code)[1]
local client = vim.lsp.get_clients({ bufnr = 0, name = 'herbrand' })[1]
vim.api.nvim_win_set_cursor(0, { remark.lnum + 1, remark.col })

local function act(title)
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action) return action.title:find(title, 1, true) ~= nil end,
  })
end

act('remove the parentheses')
wait('a fix clears its diagnostic', function() return #diagnostics(code) == 3 end)
local line = vim.api.nvim_buf_get_lines(0, remark.lnum, remark.lnum + 1, false)[1]
check(not line:find('(game1OverLock)', 1, true), 'the fix changed the text')
local rest = diagnostics(code)[1]
vim.api.nvim_win_set_cursor(0, { rest.lnum + 1, rest.col })
act('fix all')
wait('fixing all clears the others', function() return #diagnostics(code) == 0 end)

-- A sheet of our own: an error comes with an edit and goes with the next.
vim.cmd.edit('own.kif')
vim.api.nvim_buf_set_lines(0, 0, -1, false, { '(parent ada ben)', '(<= (child ?y ?x)', '    (parent ?x ?z))' })
wait('an unbound variable is reported', function() return #diagnostics('unsafe-variable') == 1 end)
local found = diagnostics('unsafe-variable')[1]
check(found.lnum == 1 and found.col == 11 and found.end_col == 13, 'at the variable')
vim.api.nvim_buf_set_lines(0, 2, 3, false, { '    (parent ?x ?y))' })
wait('the repair clears it', function() return #diagnostics('unsafe-variable') == 0 end)

vim.api.nvim_win_set_cursor(0, { 3, 6 })
local position = vim.lsp.util.make_position_params(0, client.offset_encoding)
local answer = vim.lsp.buf_request_sync(0, 'textDocument/hover', position, deadline)
local hover = answer and answer[client.id] and answer[client.id].result
check(hover and hover.contents.value:find('parent', 1, true), 'hover tells of the relation')

-- Hovers tell what a rule grounds to as soon as the background is done with it.
local function ground_hover(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  local where = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local found = vim.lsp.buf_request_sync(0, 'textDocument/hover', where, deadline)
  local result = found and found[client.id] and found[client.id].result
  return result and result.contents.value or ''
end
wait('hover counts the ground instances', function()
  return ground_hover(2, 5):find('**1 ground instance**', 1, true) ~= nil
end)

vim.cmd('HerbrandGround')
wait('the ground expansion is shown', function() return vim.bo.buftype == 'nofile' end)
local lines = vim.api.nvim_buf_get_lines(0, 2, -1, false)
check(lines[4] == '(<= (child ben ada) (parent ada ben)) ; own.kif:2', 'with the place of each line')
local shown = vim.api.nvim_get_current_win()
vim.api.nvim_win_set_cursor(0, { 6, 0 })
vim.api.nvim_feedkeys(vim.keycode('<CR>'), 'xt', false)
check(vim.fn.expand('%:t') == 'own.kif' and vim.fn.line('.') == 2, 'which the return key leads to')

-- An edit makes it stale, and it says so until it is asked for again.
check(vim.wo[shown].winbar == '', 'an expansion of this very text')
vim.api.nvim_buf_set_lines(0, 0, 1, false, { '(parent ada cem)' })
wait('an edit makes the expansion stale', function() return vim.wo[shown].winbar:find('^stale: own.kif') ~= nil end)
vim.cmd('HerbrandGround')
local function newest()
  local text = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(shown), 0, -1, false)
  return text[6] == '(<= (child cem ada) (parent ada cem)) ; own.kif:2'
end
wait('it is shown anew in its window', newest)
check(vim.wo[shown].winbar == '', 'and is fresh again')
vim.cmd.wincmd('p')
vim.cmd.sbuffer('own.kif')

-- Without an end of the last line, which the editor would add as well.
vim.api.nvim_buf_set_lines(0, 0, -1, false, { '(p   a)', '(q b)' })
vim.bo.endofline = false
vim.lsp.buf.format({ timeout_ms = deadline })
vim.cmd.write()
local written = table.concat(vim.fn.readfile('own.kif', 'b'), '\n')
check(written == '(p a)\n(q b)\n', 'formatting ends the file with one line end')

-- A puzzle: two rooks on four fields.
vim.cmd.edit('rooks.qprop')
check(vim.bo.filetype == 'qprop' and vim.bo.commentstring == '// %s', 'a puzzle is recognised')
vim.api.nvim_buf_set_lines(0, 0, -1, false, {
  'sort s = 1..2', 'var x, y: s', 'pred l(s, s)',
  'rule row: forall x . exactly 1 y . l(x, y)',
  'rule column: forall y . exactly 1 x . k(x, y)',
  'show grid x in 1..2, y : y where l(x, y)',
  'check models = 2',
})
wait('an unknown predicate is reported', function() return #diagnostics('unknown-predicate') == 1 end)
check(diagnostics('unknown-predicate')[1].lnum == 4, 'on its line')
vim.api.nvim_buf_set_lines(0, 4, 5, false, { 'rule column: forall y . exactly 1 x . l(x,y)' })
wait('the repair of the puzzle clears it', function() return #vim.diagnostic.get(0) == 0 end)
wait('hover tells what a quantifier becomes', function()
  local told = ground_hover(4, 10)
  return told:find('a conjunction (`∧`) of 2', 1, true) and told:find('l#1#1', 1, true)
end)
vim.api.nvim_win_set_cursor(0, { 5, 38 })
vim.lsp.buf.definition({ reuse_win = true })
wait('the definition of a predicate is found', function() return vim.fn.line('.') == 3 end)
vim.lsp.buf.format({ timeout_ms = deadline })
check(vim.fn.getline(5) == 'rule column: forall y . exactly 1 x . l(x, y)', 'a puzzle is formatted')

-- The window that shows an answer, and its text.
local function answer()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    local buffer = vim.api.nvim_win_get_buf(window)
    if vim.api.nvim_buf_get_name(buffer):find('herbrand-answer://', 1, true) then
      return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n')
    end
  end
end
vim.cmd('HerbrandSolve')
wait('a model is drawn as in the terminal', function() return answer() == '1 .\n. 2' or answer() == '. 2\n1 .' end)
vim.cmd('HerbrandSolve!')
wait('models are counted', function() return answer() == '2 models' end)
vim.cmd('HerbrandProve l(1, 1) iff l(2, 2)')
wait('a formula is proved', function() return (answer() or ''):find('^entailed: it follows from') end)
check(vim.bo.filetype == 'qprop', 'and the cursor stays in the puzzle')

-- Rules that clash are marked until the text changes.
vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'rule corner: l(1, 1) and not l(2, 2)' })
vim.cmd('HerbrandSolve')
wait('the rules of a core are marked', function() return #diagnostics('unsatisfiable') > 1 end)
check((answer() or ''):find('^no model: these %d rules clash'), 'and named in the answer')
vim.api.nvim_buf_set_lines(0, -2, -1, false, {})
wait('until the text changes', function() return #diagnostics('unsatisfiable') == 0 end)

-- The real game again: what its first rule grounds to.
vim.cmd.edit({ arg[1], bang = true })
local first = vim.fn.search('(<= *(', 'w')
check(first > 0, 'the game has rules')
wait('a rule of the game shows its ground instances', function()
  return ground_hover(first, 1):find('%*%*[%d,]+ ground instances?%*%*') ~= nil
end)
vim.cmd('qa!')
