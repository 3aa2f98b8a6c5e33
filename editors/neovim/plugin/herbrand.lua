-- Which files are GDL and QPROP, and how a comment is written in them.

-- A `.gdl` file is in either spelling: prefix when its first sign is a parenthesis.
local function spelling(_, buffer)
  for _, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, 200, false)) do
    local text = line:gsub('^\239\187\191', ''):match('^%s*([^;%%%s].*)$')
    if text then
      return text:sub(1, 1) == '(' and 'kif' or 'hrf'
    end
  end
  return 'kif'
end

vim.filetype.add({ extension = { kif = 'kif', hrf = 'hrf', gdl = spelling, qprop = 'qprop' } })

local comments = { kif = '; %s', hrf = '%% %s', qprop = '// %s' }

vim.api.nvim_create_autocmd('FileType', {
  pattern = { 'kif', 'hrf', 'qprop' },
  callback = function(event)
    vim.bo[event.buf].commentstring = comments[event.match]
  end,
})

-- The window of a sheet's ground expansion, by the buffer of the sheet.
local expansions = {}

-- A window for the ground expansion of a sheet, beside it; the same one every time.
local function expansion_window(source)
  local window = expansions[source]
  if window and vim.api.nvim_win_is_valid(window) then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('belowright new')
    window = vim.api.nvim_get_current_win()
    expansions[source] = window
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_win_set_buf(window, buffer)
  vim.bo[buffer].bufhidden = 'wipe'
  return window, buffer
end

-- Says above an expansion that the sheet is another by now.
local function mark_when_stale(source, window, buffer, name)
  vim.wo[window].winbar = ''
  vim.api.nvim_buf_attach(source, false, {
    on_lines = function()
      vim.schedule(function()
        if vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == buffer then
          vim.wo[window].winbar = 'stale: ' .. name .. ' has changed; :HerbrandGround shows it anew'
        end
      end)
      return true
    end,
  })
end

-- The ground expansion of a sheet. The return key leads from a line to the rule or fact that it
-- comes from.
local function show_expansion(source, expansion, tick)
  local window, buffer = expansion_window(source)
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(source), ':t'):gsub('%%', '%%%%')
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, vim.split(expansion.text, '\n', { trimempty = true }))
  vim.api.nvim_buf_set_name(buffer, ('herbrand-ground://%d/%s'):format(buffer, name))
  vim.bo[buffer].modifiable = false
  -- Without the event, which would start a server for it.
  vim.cmd('noautocmd setlocal filetype=' .. vim.bo[source].filetype)
  vim.bo[buffer].syntax = vim.bo[source].filetype
  mark_when_stale(source, window, buffer, name)
  if vim.api.nvim_buf_get_changedtick(source) ~= tick then
    vim.wo[window].winbar = 'stale: ' .. name .. ' has changed; :HerbrandGround shows it anew'
  end
  vim.keymap.set('n', '<CR>', function()
    local line = expansion.sources[vim.api.nvim_win_get_cursor(0)[1]]
    if type(line) ~= 'number' then
      return
    end
    local target = vim.fn.bufwinid(source)
    if target == -1 then
      vim.cmd.sbuffer(source)
    else
      vim.api.nvim_set_current_win(target)
    end
    vim.api.nvim_win_set_cursor(0, { line + 1, 0 })
  end, { buffer = buffer, desc = 'go to the rule' })
end

-- The server that the buffer talks to; says so where there is none.
local function server(source)
  local client = vim.lsp.get_clients({ bufnr = source, name = 'herbrand' })[1]
  if not client then
    vim.notify('no Herbrand server for this file', vim.log.levels.ERROR)
  end
  return client
end

vim.api.nvim_create_user_command('HerbrandGround', function(command)
  local source = vim.api.nvim_get_current_buf()
  -- In the window of an expansion: of the same sheet again.
  for sheet, window in pairs(expansions) do
    if window == vim.api.nvim_get_current_win() then
      source = sheet
    end
  end
  local client = server(source)
  if not client then
    return
  end
  local params = {
    textDocument = vim.lsp.util.make_text_document_params(source),
    full = command.bang,
    form = command.args ~= '' and command.args or nil,
  }
  local tick = vim.api.nvim_buf_get_changedtick(source)
  client:request('herbrand/ground', params, function(problem, expansion)
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    else
      show_expansion(source, expansion, tick)
    end
  end, source)
end, {
  bang = true,
  nargs = '?',
  complete = function() return { 'prop', 'nnf', 'cnf' } end,
  desc = 'show what this file grounds to; with !, literals that always hold too',
})

-- The window of the solver's answers; the same one every time.
local answers

-- Shows an answer of the solver's below the puzzle, and stays there.
local function show_answer(text)
  local here = vim.api.nvim_get_current_win()
  if not (answers and vim.api.nvim_win_is_valid(answers)) then
    vim.cmd('belowright new')
    answers = vim.api.nvim_get_current_win()
  end
  local buffer = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_win_set_buf(answers, buffer)
  vim.bo[buffer].bufhidden = 'wipe'
  local lines = vim.split(text, '\n', { trimempty = true })
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines)
  vim.api.nvim_buf_set_name(buffer, ('herbrand-answer://%d'):format(buffer))
  vim.bo[buffer].modifiable = false
  if vim.api.nvim_win_is_valid(here) then
    vim.api.nvim_set_current_win(here)
  end
end

-- Asks the solver; the request that is on its way, by its buffer, so that it can be stopped.
local asked = {}

local function ask(command, argument)
  local source = vim.api.nvim_get_current_buf()
  local client = server(source)
  if not client then
    return
  end
  argument.uri = argument.uri or vim.uri_from_bufnr(source)
  local params = { command = command, arguments = { argument } }
  local _, id = client:request('workspace/executeCommand', params, function(problem, answer)
    asked[source] = nil
    if problem then
      vim.notify(problem.message, vim.log.levels.ERROR)
    else
      show_answer(answer.text)
    end
  end, source)
  asked[source] = { client = client, id = id }
end

vim.api.nvim_create_user_command('HerbrandSolve', function(command)
  ask('herbrand.solve', { limit = tonumber(command.args), count = command.bang })
end, { bang = true, nargs = '?', desc = 'show a model of this puzzle, or so many; with !, count them' })

vim.api.nvim_create_user_command('HerbrandProve', function(command)
  ask('herbrand.prove', { formula = command.args })
end, { nargs = '+', desc = 'say whether a formula follows from this puzzle' })

vim.api.nvim_create_user_command('HerbrandStop', function()
  local own = asked[vim.api.nvim_get_current_buf()]
  if own then
    own.client:cancel_request(own.id)
    asked[vim.api.nvim_get_current_buf()] = nil
  end
end, { desc = 'stop the solver' })

-- A click on a lens asks for the same.
vim.lsp.commands['herbrand.ground'] = function()
  vim.cmd('HerbrandGround')
end
for _, command in ipairs({ 'herbrand.solve', 'herbrand.check' }) do
  vim.lsp.commands[command] = function(lens)
    ask(command, lens.arguments[1])
  end
end
